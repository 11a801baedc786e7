/* The functions whose arguments are those of FMI 3.0; for fmu.c. */

FMI3_Export const char *FMI3(fmi3GetVersion)(void)
{
    return "3.0";
}

FMI3_Export fmi3Instance FMI3(fmi3InstantiateModelExchange)(fmi3String name, fmi3String token,
                                                            fmi3String resources,
                                                            fmi3Boolean visible,
                                                            fmi3Boolean logging,
                                                            fmi3InstanceEnvironment outside,
                                                            fmi3LogMessageCallback log)
{
    (void)name, (void)resources, (void)visible, (void)logging;
    return instantiate(model_exchange, token, (environment){outside, log});
}

FMI3_Export fmi3Instance FMI3(fmi3InstantiateCoSimulation)(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3Boolean event_mode_used, fmi3Boolean early_return_allowed,
    const fmi3ValueReference intermediate[], size_t intermediates, fmi3InstanceEnvironment outside,
    fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update)
{
    (void)name, (void)resources, (void)visible, (void)logging, (void)event_mode_used;
    (void)early_return_allowed, (void)intermediate, (void)intermediates, (void)update;
    return instantiate(co_simulation, token, (environment){outside, log});
}

FMI3_Export fmi3Status FMI3(fmi3EnterInitializationMode)(fmi3Instance c,
                                                         fmi3Boolean tolerance_defined,
                                                         fmi3Float64 tolerance, fmi3Float64 start,
                                                         fmi3Boolean stop_defined,
                                                         fmi3Float64 stop)
{
    (void)tolerance_defined, (void)tolerance, (void)stop_defined, (void)stop;
    set_start_time(c, start);
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3GetFloat64)(fmi3Instance c, const fmi3ValueReference vr[],
                                            size_t n, fmi3Float64 values[], size_t count)
{
    return (fmi3Status)get(c, vr, n, values, count);
}

FMI3_Export fmi3Status FMI3(fmi3SetFloat64)(fmi3Instance c, const fmi3ValueReference vr[],
                                            size_t n, const fmi3Float64 values[], size_t count)
{
    return (fmi3Status)set(c, vr, n, values, count);
}

FMI3_Export fmi3Status FMI3(fmi3GetInt32)(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                          fmi3Int32 values[], size_t count)
{
    if (count != n) {
        return refused(c, "Integer variables have one value each.");
    }
    return (fmi3Status)get_integers(c, vr, n, values);
}

FMI3_Export fmi3Status FMI3(fmi3SetInt32)(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                          const fmi3Int32 values[], size_t count)
{
    if (count != n) {
        return refused(c, "Integer variables have one value each.");
    }
    return (fmi3Status)set_integers(c, vr, n, values);
}

FMI3_Export fmi3Status FMI3(fmi3EvaluateDiscreteStates)(fmi3Instance c)
{
    (void)c;
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3UpdateDiscreteStates)(fmi3Instance c, fmi3Boolean *need_update,
                                                      fmi3Boolean *terminate,
                                                      fmi3Boolean *nominals_changed,
                                                      fmi3Boolean *values_changed,
                                                      fmi3Boolean *next_event_defined,
                                                      fmi3Float64 *next_event)
{
    int changed;
    double next;
    const status found = do_event(c, &changed, &next);
    *need_update = *terminate = *nominals_changed = false;
    *values_changed = changed != 0;
    *next_event_defined = isfinite(next) != 0;
    *next_event = isfinite(next) ? next : 0.0;
    return (fmi3Status)found;
}

FMI3_Export fmi3Status FMI3(fmi3GetNumberOfEventIndicators)(fmi3Instance c, size_t *count)
{
    *count = ((instance *)c)->model->indicators;
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3GetNumberOfContinuousStates)(fmi3Instance c, size_t *count)
{
    *count = ((instance *)c)->model->states;
    return fmi3OK;
}

/* Co-simulation: a step is done when it returns. */

FMI3_Export fmi3Status FMI3(fmi3EnterStepMode)(fmi3Instance c)
{
    (void)c;
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3DoStep)(fmi3Instance c, fmi3Float64 point, fmi3Float64 size,
                                        fmi3Boolean no_set_prior, fmi3Boolean *event_needed,
                                        fmi3Boolean *terminate, fmi3Boolean *early_return,
                                        fmi3Float64 *last_time)
{
    const status found = do_step(c, point, size);
    (void)no_set_prior;
    *event_needed = *terminate = *early_return = false;
    *last_time = ((instance *)c)->at.time;
    return (fmi3Status)found;
}

#include "fmi3_absent.h"
