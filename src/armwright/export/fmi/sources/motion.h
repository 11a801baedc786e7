/* How an instance moves on: by steps of its own, or by the solver of the importer. */
#ifndef MOTION_H
#define MOTION_H

#include <math.h>

#include "values.h"

/* How far a step may be from a whole number of ticks, as a part of it. */
#define NEAR_A_TICK 1e-6

/* From the communication point on by a whole number of ticks. */
static inline status do_step(instance *m, double point, double size)
{
    const model *d = m->model;
    const double ticks = floor(size / d->tick + 0.5);
    char message[200];
    if (d->step == NULL) {
        return failed(m, "This instance is for model exchange: it takes no steps.");
    }
    if (m->at.phase != RUNNING) {
        return failed(m, "Steps can only be taken between initialisation and termination.");
    }
    if (!(fabs(point - m->at.time) <= 0.5 * d->tick)) {
        snprintf(message, sizeof message,
                 "The step begins at %.9g s, but the last one ended at %.9g s.", point,
                 m->at.time);
        return failed(m, message);
    }
    if (!(ticks >= 1.0) || !(fabs(size / d->tick - ticks) <= NEAR_A_TICK * ticks)) {
        snprintf(message, sizeof message,
                 "A communication step of %.9g s is not a whole number of ticks of %.9g s.", size,
                 d->tick);
        return failed(m, message);
    }
    for (double k = 0.0; k < ticks; k += 1.0) {
        d->step(present_state(m));
    }
    m->at.time = point + size;
    m->at.fresh = 0;
    if (!d->is_finite(present_state(m))) {
        snprintf(message, sizeof message, "The run has diverged before %.9g s.", m->at.time);
        return failed(m, message);
    }
    return OK;
}

static inline status set_time(instance *m, double time)
{
    if (!isfinite(time)) {
        return failed(m, "The time is not a finite number.");
    }
    m->at.time = time;
    m->at.fresh = 0;
    if (m->model->set_time != NULL) {
        m->model->set_time(present_state(m), time - m->at.start_time);
    }
    return OK;
}

/* Continuous states, or with `derivatives` their derivatives, in the order of the table. */
static inline status get_states(instance *m, double x[], size_t count, int derivatives)
{
    const model *d = m->model;
    if (count != d->states) {
        return failed(m, "The number of continuous states is wrong.");
    }
    for (size_t k = 0; k < d->variables; k++) {
        const variable *v = &d->table[k];
        const int state = v->role == STATE || v->role == SETTLED_STATE;
        if (derivatives ? v->role == DERIVATIVE : state) {
            memcpy(x, value_of(m, v), v->size * sizeof *x);
            x += v->size;
        }
    }
    return OK;
}

static inline status set_states(instance *m, const double x[], size_t count)
{
    const model *d = m->model;
    if (count != d->states) {
        return failed(m, "The number of continuous states is wrong.");
    }
    for (size_t k = 0; k < d->variables; k++) {
        const variable *v = &d->table[k];
        if (v->role == STATE || v->role == SETTLED_STATE) {
            memcpy((char *)present_state(m) + v->state, x, v->size * sizeof *x);
            x += v->size;
        }
    }
    m->at.fresh = 0;
    return OK;
}

/* What an event changes. `changed`: continuous states have. `next`: the time of the next event that
 * is known beforehand; infinite, if there is none. */
static inline status do_event(instance *m, int *changed, double *next)
{
    const model *d = m->model;
    void *s = present_state(m);
    *changed = 0;
    *next = INFINITY;
    if (d->step != NULL || m->at.phase != RUNNING) {
        return OK;
    }
    if (d->sample != NULL) {
        /* In the importer's time, which late runs round: that of the next tick, as it was told. */
        const double now = m->at.time + NEAR_A_TICK * d->tick;
        if (!(m->at.start_time + d->tick > m->at.start_time)) {
            return failed(m, "The run starts so late that its time has no room for ticks.");
        }
        while (now >= m->at.start_time + d->next_tick(s)) {
            d->sample(s);
        }
        *next = m->at.start_time + d->next_tick(s);
    }
    if (d->settle != NULL) {
        *changed = d->settle(s);
    }
    m->at.fresh = 0;
    return d->is_finite(s) ? OK : failed(m, "The run has diverged.");
}

static inline status get_indicators(instance *m, double indicators[], size_t count)
{
    const model *d = m->model;
    if (count != d->indicators) {
        return failed(m, "The number of event indicators is wrong.");
    }
    refresh(m);
    if (count) {
        memcpy(indicators, (char *)outputs(m) + d->indicator, count * sizeof *indicators);
    }
    return OK;
}

static inline status get_nominals(const instance *m, double nominals[], size_t count)
{
    if (count != m->model->states) {
        return failed(m, "The number of continuous states is wrong.");
    }
    for (size_t k = 0; k < count; k++) {
        nominals[k] = m->model->nominals[k];
    }
    return OK;
}

#endif
