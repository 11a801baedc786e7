/* Functions of FMI 2.0 that this FMU has no use for; for fmu.c. */

/* There are no variables of the other types. */
#define NO_VARIABLES(type)                                                                         \
    FMI2_Export fmi2Status FMI2(fmi2Get##type)(fmi2Component c, const fmi2ValueReference vr[],     \
                                               size_t n, fmi2##type values[])                      \
    {                                                                                              \
        (void)vr, (void)values;                                                                    \
        return n ? refused(c, "There are no variables of type " #type ".") : fmi2OK;               \
    }                                                                                              \
    FMI2_Export fmi2Status FMI2(fmi2Set##type)(fmi2Component c, const fmi2ValueReference vr[],     \
                                               size_t n, const fmi2##type values[])                \
    {                                                                                              \
        (void)vr, (void)values;                                                                    \
        return n ? refused(c, "There are no variables of type " #type ".") : fmi2OK;               \
    }

NO_VARIABLES(Boolean)
NO_VARIABLES(String)

FMI2_Export fmi2Status FMI2(fmi2GetDirectionalDerivative)(fmi2Component c,
                                                          const fmi2ValueReference unknown[],
                                                          size_t unknowns,
                                                          const fmi2ValueReference known[],
                                                          size_t knowns, const fmi2Real seed[],
                                                          fmi2Real derivative[])
{
    (void)unknown, (void)unknowns, (void)known, (void)knowns, (void)seed, (void)derivative;
    return refused(c, "There are no directional derivatives.");
}

FMI2_Export fmi2Status FMI2(fmi2SetRealInputDerivatives)(fmi2Component c,
                                                         const fmi2ValueReference vr[], size_t n,
                                                         const fmi2Integer order[],
                                                         const fmi2Real value[])
{
    (void)vr, (void)order, (void)value;
    return n ? refused(c, "Inputs are held, not interpolated.") : fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2GetRealOutputDerivatives)(fmi2Component c,
                                                          const fmi2ValueReference vr[], size_t n,
                                                          const fmi2Integer order[],
                                                          fmi2Real value[])
{
    (void)vr, (void)order, (void)value;
    return n ? refused(c, "There are no derivatives of outputs.") : fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2CancelStep)(fmi2Component c)
{
    return refused(c, "No step is under way.");
}

FMI2_Export fmi2Status FMI2(fmi2GetStatus)(fmi2Component c, const fmi2StatusKind kind,
                                           fmi2Status *value)
{
    (void)kind, (void)value;
    return refused(c, "No step is under way.");
}

FMI2_Export fmi2Status FMI2(fmi2GetIntegerStatus)(fmi2Component c, const fmi2StatusKind kind,
                                                  fmi2Integer *value)
{
    (void)kind, (void)value;
    return refused(c, "There is no such status.");
}

FMI2_Export fmi2Status FMI2(fmi2GetStringStatus)(fmi2Component c, const fmi2StatusKind kind,
                                                 fmi2String *value)
{
    (void)kind, (void)value;
    return refused(c, "No step is under way.");
}
