/* The functions of FMI 3.0, around the model of model.h. */
#include "fmi3.h"

#include <stdlib.h>

#include "model.h"

/* What functions.h asks for. */

#define EXPORTED FMI3_Export
#define FMI(name) FMI3(fmi3##name)

typedef fmi3Status result;
typedef fmi3Boolean boolean;
typedef fmi3Byte byte;

typedef struct {
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log;
} environment;

static void log_message(const instance *m, status s, const char *text)
{
    const environment *e = m->interface;
    if (e->log != NULL) {
        e->log(e->environment, (fmi3Status)s, "logStatusError", text);
    }
}

static void *allocate(const environment *e, size_t size)
{
    (void)e;
    return calloc(1, size);
}

static void release(const environment *e, void *memory)
{
    (void)e;
    free(memory);
}

#include "functions.h"

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
    (void)c;
    *need_update = *terminate = *nominals_changed = *values_changed = *next_event_defined = false;
    *next_event = 0.0;
    return fmi3OK;
}

/* Model exchange: the equations have no events. */

FMI3_Export fmi3Status FMI3(fmi3GetNumberOfEventIndicators)(fmi3Instance c, size_t *count)
{
    (void)c;
    *count = 0;
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
