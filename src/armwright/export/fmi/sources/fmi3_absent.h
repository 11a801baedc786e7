/* Functions of FMI 3.0 that this FMU has no use for; for fmu.c. */

/* There are no variables of the other types. */
#define NO_VARIABLES(type)                                                                         \
    FMI3_Export fmi3Status FMI3(fmi3Get##type)(fmi3Instance c, const fmi3ValueReference vr[],      \
                                               size_t n, fmi3##type values[], size_t count)        \
    {                                                                                              \
        (void)vr, (void)values, (void)count;                                                       \
        return n ? refused(c, "There are no variables of type " #type ".") : fmi3OK;               \
    }                                                                                              \
    FMI3_Export fmi3Status FMI3(fmi3Set##type)(fmi3Instance c, const fmi3ValueReference vr[],      \
                                               size_t n, const fmi3##type values[], size_t count)  \
    {                                                                                              \
        (void)vr, (void)values, (void)count;                                                       \
        return n ? refused(c, "There are no variables of type " #type ".") : fmi3OK;               \
    }

NO_VARIABLES(Float32)
NO_VARIABLES(Int8)
NO_VARIABLES(UInt8)
NO_VARIABLES(Int16)
NO_VARIABLES(UInt16)
NO_VARIABLES(UInt32)
NO_VARIABLES(Int64)
NO_VARIABLES(UInt64)
NO_VARIABLES(Boolean)
NO_VARIABLES(String)

FMI3_Export fmi3Status FMI3(fmi3GetBinary)(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                           size_t sizes[], fmi3Binary values[], size_t count)
{
    (void)vr, (void)sizes, (void)values, (void)count;
    return n ? refused(c, "There are no variables of type Binary.") : fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3SetBinary)(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                           const size_t sizes[], const fmi3Binary values[],
                                           size_t count)
{
    (void)vr, (void)sizes, (void)values, (void)count;
    return n ? refused(c, "There are no variables of type Binary.") : fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3GetClock)(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                          fmi3Clock values[])
{
    (void)vr, (void)values;
    return n ? refused(c, "There are no clocks.") : fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3SetClock)(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                          const fmi3Clock values[])
{
    (void)vr, (void)values;
    return n ? refused(c, "There are no clocks.") : fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3GetNumberOfVariableDependencies)(fmi3Instance c,
                                                                 fmi3ValueReference vr,
                                                                 size_t *count)
{
    (void)vr, (void)count;
    return refused(c, "Dependencies of single elements are not known.");
}

FMI3_Export fmi3Status FMI3(fmi3GetVariableDependencies)(fmi3Instance c, fmi3ValueReference vr,
                                                         size_t elements[],
                                                         fmi3ValueReference independents[],
                                                         size_t independent_elements[],
                                                         fmi3DependencyKind kinds[], size_t count)
{
    (void)vr, (void)elements, (void)independents, (void)independent_elements, (void)kinds;
    (void)count;
    return refused(c, "Dependencies of single elements are not known.");
}

#define NO_DERIVATIVES(name)                                                                       \
    FMI3_Export fmi3Status FMI3(name)(fmi3Instance c, const fmi3ValueReference unknowns[],         \
                                      size_t unknown_count, const fmi3ValueReference knowns[],     \
                                      size_t known_count, const fmi3Float64 seed[],                \
                                      size_t seed_count, fmi3Float64 sensitivity[],                \
                                      size_t sensitivity_count)                                    \
    {                                                                                              \
        (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count, (void)seed;          \
        (void)seed_count, (void)sensitivity, (void)sensitivity_count;                              \
        return refused(c, "There are no partial derivatives.");                                    \
    }

NO_DERIVATIVES(fmi3GetDirectionalDerivative)
NO_DERIVATIVES(fmi3GetAdjointDerivative)

FMI3_Export fmi3Status FMI3(fmi3EnterConfigurationMode)(fmi3Instance c)
{
    return refused(c, "There are no structural parameters.");
}

FMI3_Export fmi3Status FMI3(fmi3ExitConfigurationMode)(fmi3Instance c)
{
    return refused(c, "There are no structural parameters.");
}

FMI3_Export fmi3Status FMI3(fmi3GetIntervalDecimal)(fmi3Instance c, const fmi3ValueReference vr[],
                                                    size_t n, fmi3Float64 intervals[],
                                                    fmi3IntervalQualifier qualifiers[])
{
    (void)vr, (void)intervals, (void)qualifiers;
    return n ? refused(c, "There are no clocks.") : fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3GetIntervalFraction)(fmi3Instance c, const fmi3ValueReference vr[],
                                                     size_t n, fmi3UInt64 counters[],
                                                     fmi3UInt64 resolutions[],
                                                     fmi3IntervalQualifier qualifiers[])
{
    (void)vr, (void)counters, (void)resolutions, (void)qualifiers;
    return n ? refused(c, "There are no clocks.") : fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3GetShiftDecimal)(fmi3Instance c, const fmi3ValueReference vr[],
                                                 size_t n, fmi3Float64 shifts[])
{
    (void)vr, (void)shifts;
    return n ? refused(c, "There are no clocks.") : fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3GetShiftFraction)(fmi3Instance c, const fmi3ValueReference vr[],
                                                  size_t n, fmi3UInt64 counters[],
                                                  fmi3UInt64 resolutions[])
{
    (void)vr, (void)counters, (void)resolutions;
    return n ? refused(c, "There are no clocks.") : fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3SetIntervalDecimal)(fmi3Instance c, const fmi3ValueReference vr[],
                                                    size_t n, const fmi3Float64 intervals[])
{
    (void)vr, (void)intervals;
    return n ? refused(c, "There are no clocks.") : fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3SetIntervalFraction)(fmi3Instance c, const fmi3ValueReference vr[],
                                                     size_t n, const fmi3UInt64 counters[],
                                                     const fmi3UInt64 resolutions[])
{
    (void)vr, (void)counters, (void)resolutions;
    return n ? refused(c, "There are no clocks.") : fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3SetShiftDecimal)(fmi3Instance c, const fmi3ValueReference vr[],
                                                 size_t n, const fmi3Float64 shifts[])
{
    (void)vr, (void)shifts;
    return n ? refused(c, "There are no clocks.") : fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3SetShiftFraction)(fmi3Instance c, const fmi3ValueReference vr[],
                                                  size_t n, const fmi3UInt64 counters[],
                                                  const fmi3UInt64 resolutions[])
{
    (void)vr, (void)counters, (void)resolutions;
    return n ? refused(c, "There are no clocks.") : fmi3OK;
}

FMI3_Export fmi3Instance FMI3(fmi3InstantiateScheduledExecution)(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment outside, fmi3LogMessageCallback log,
    fmi3ClockUpdateCallback update, fmi3LockPreemptionCallback lock,
    fmi3UnlockPreemptionCallback unlock)
{
    (void)name, (void)resources, (void)visible, (void)logging, (void)update;
    (void)lock, (void)unlock;
    return instantiate(NULL, token, (environment){outside, log});
}

FMI3_Export fmi3Status FMI3(fmi3GetOutputDerivatives)(fmi3Instance c,
                                                      const fmi3ValueReference vr[], size_t n,
                                                      const fmi3Int32 orders[],
                                                      fmi3Float64 values[], size_t count)
{
    (void)vr, (void)orders, (void)values, (void)count;
    return n ? refused(c, "There are no derivatives of outputs.") : fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3ActivateModelPartition)(fmi3Instance c, fmi3ValueReference clock,
                                                        fmi3Float64 time)
{
    (void)clock, (void)time;
    return refused(c, "There are no model partitions.");
}
