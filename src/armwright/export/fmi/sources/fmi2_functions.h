/* The functions whose arguments are those of FMI 2.0; for fmu.c. */

FMI2_Export const char *FMI2(fmi2GetTypesPlatform)(void)
{
    return "default";
}

FMI2_Export const char *FMI2(fmi2GetVersion)(void)
{
    return "2.0";
}

FMI2_Export fmi2Component FMI2(fmi2Instantiate)(fmi2String name, fmi2Type type, fmi2String guid,
                                                fmi2String resources,
                                                const fmi2CallbackFunctions *callbacks,
                                                fmi2Boolean visible, fmi2Boolean logging)
{
    environment about = {0};
    if (callbacks != NULL) {
        about.callbacks = *callbacks;
    }
    (void)resources, (void)visible, (void)logging;
    snprintf(about.name, sizeof about.name, "%s", name != NULL ? name : "");
    return instantiate(type == fmi2CoSimulation ? co_simulation : model_exchange, guid, about);
}

FMI2_Export fmi2Status FMI2(fmi2SetupExperiment)(fmi2Component c, fmi2Boolean tolerance_defined,
                                                 fmi2Real tolerance, fmi2Real start,
                                                 fmi2Boolean stop_defined, fmi2Real stop)
{
    (void)tolerance_defined, (void)tolerance, (void)stop_defined, (void)stop;
    set_start_time(c, start);
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2EnterInitializationMode)(fmi2Component c)
{
    (void)c;
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2GetReal)(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                         fmi2Real value[])
{
    return (fmi2Status)get(c, vr, n, value, n);
}

FMI2_Export fmi2Status FMI2(fmi2GetInteger)(fmi2Component c, const fmi2ValueReference vr[],
                                            size_t n, fmi2Integer value[])
{
    return (fmi2Status)get_integers(c, vr, n, value);
}

FMI2_Export fmi2Status FMI2(fmi2SetReal)(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                         const fmi2Real value[])
{
    return (fmi2Status)set(c, vr, n, value, n);
}

FMI2_Export fmi2Status FMI2(fmi2SetInteger)(fmi2Component c, const fmi2ValueReference vr[],
                                            size_t n, const fmi2Integer value[])
{
    return (fmi2Status)set_integers(c, vr, n, value);
}

FMI2_Export fmi2Status FMI2(fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *info)
{
    int changed;
    double next;
    const status found = do_event(c, &changed, &next);
    memset(info, 0, sizeof *info);
    info->valuesOfContinuousStatesChanged = changed;
    info->nextEventTimeDefined = isfinite(next) != 0;
    info->nextEventTime = isfinite(next) ? next : 0.0;
    return (fmi2Status)found;
}

/* Co-simulation: a step is done when it returns. */

FMI2_Export fmi2Status FMI2(fmi2DoStep)(fmi2Component c, fmi2Real point, fmi2Real size,
                                        fmi2Boolean no_set_prior)
{
    (void)no_set_prior;
    return (fmi2Status)do_step(c, point, size);
}

FMI2_Export fmi2Status FMI2(fmi2GetRealStatus)(fmi2Component c, const fmi2StatusKind kind,
                                               fmi2Real *value)
{
    if (kind != fmi2LastSuccessfulTime) {
        return refused(c, "There is no such status.");
    }
    *value = ((instance *)c)->at.time;
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2GetBooleanStatus)(fmi2Component c, const fmi2StatusKind kind,
                                                  fmi2Boolean *value)
{
    if (kind != fmi2Terminated) {
        return refused(c, "There is no such status.");
    }
    *value = 0;
    return fmi2OK;
}

#include "fmi2_absent.h"
