"""Forward dynamics in the shape of Simulink's level-1 S-functions."""

from __future__ import annotations

from armwright.export.script.words import in_comment

_TEXT = """\
function [sys, x0, str, ts] = {name}_sfunction(t, x, u, flag, q0, qd0)
% Forward dynamics as a level-1 S-function: states and outputs [q; qd], inputs tau.
% Parameters, both may be left out: positions q0 and velocities qd0 at the start.
% Calls {name}_acceleration.
{about}
n = {n};
x0 = [];
str = [];
ts = [];
switch flag
  case 0
    % continuous and discrete states, outputs, inputs, 0, direct feedthrough, sample times
    sys = [2 * n, 0, 2 * n, n, 0, 0, 1];
    x0 = zeros(2 * n, 1);
    if nargin > 4 && ~isempty(q0)
      x0(1:n) = q0;
    end
    if nargin > 5 && ~isempty(qd0)
      x0(n + 1:2 * n) = qd0;
    end
    ts = [0, 0];
  case 1
    x = x(:);
    sys = [x(n + 1:2 * n); {name}_acceleration(x(1:n), x(n + 1:2 * n), u)];
  case 3
    sys = x(:);
  case {{2, 4, 9}}
    sys = [];
  otherwise
    error('{name}_sfunction: unknown flag');
end
end
"""


def s_function(name: str, joints: int, about: list[str]) -> str:
    lines = "\n".join(f"% {in_comment(line)}" for line in about)
    return _TEXT.format(name=name, n=joints, about=lines)
