/* The functions of FMI 3.0, around the model of model.h. */
#include "fmi3.h"

#include <stdlib.h>

#include "model.h"
#include "motion.h"
#include "saved.h"

/* What an instance needs of FMI 3.0; it stands in front of the instance. */
typedef struct {
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log;
} environment;

#define HEAD ((sizeof(environment) + sizeof(double) - 1) / sizeof(double) * sizeof(double))

static void log_message(const instance *m, status s, const char *text)
{
    const environment *e = m->interface;
    if (e->log != NULL) {
        e->log(e->environment, (fmi3Status)s, "logStatusError", text);
    }
}

static fmi3Status refused(fmi3Instance c, const char *text)
{
    return (fmi3Status)failed(c, text);
}

static fmi3Instance instantiate(const model *d, fmi3String token, environment about)
{
    const instance before = {.log = log_message, .interface = &about};
    if (d == NULL) {
        failed(&before, "This FMU has not that kind of interface.");
        return NULL;
    }
    if (token == NULL || strcmp(token, TOKEN) != 0) {
        failed(&before, "The token is another one: is the binary that of the model description?");
        return NULL;
    }
    char *block = calloc(1, HEAD + sizeof(instance) + memory_size(d));
    if (block == NULL) {
        failed(&before, "There is no memory.");
        return NULL;
    }
    memcpy(block, &about, sizeof about);
    instance *m = (instance *)(void *)(block + HEAD);
    m->model = d;
    m->log = log_message;
    m->interface = block;
    reset(m);
    return m;
}

FMI3_Export const char *FMI3(fmi3GetVersion)(void)
{
    return "3.0";
}

FMI3_Export fmi3Status FMI3(fmi3SetDebugLogging)(fmi3Instance c, fmi3Boolean on, size_t n,
                                                 const fmi3String categories[])
{
    (void)c, (void)on, (void)n, (void)categories; /* only errors are told, and always */
    return fmi3OK;
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

FMI3_Export void FMI3(fmi3FreeInstance)(fmi3Instance c)
{
    if (c != NULL) {
        free((char *)c - HEAD);
    }
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

FMI3_Export fmi3Status FMI3(fmi3ExitInitializationMode)(fmi3Instance c)
{
    return (fmi3Status)exit_initialisation(c);
}

FMI3_Export fmi3Status FMI3(fmi3EnterEventMode)(fmi3Instance c)
{
    (void)c;
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3Terminate)(fmi3Instance c)
{
    ((instance *)c)->at.phase = TERMINATED;
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3Reset)(fmi3Instance c)
{
    reset(c);
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

FMI3_Export fmi3Status FMI3(fmi3GetFMUState)(fmi3Instance c, fmi3FMUState *saved)
{
    if (*saved == NULL) {
        *saved = calloc(1, saved_size(c));
    }
    if (*saved == NULL) {
        return refused(c, "There is no memory.");
    }
    save(c, *saved);
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3SetFMUState)(fmi3Instance c, fmi3FMUState saved)
{
    if (saved == NULL || !is_own(c, saved)) {
        return refused(c, "This is not a saved state of this model.");
    }
    restore(c, saved);
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3FreeFMUState)(fmi3Instance c, fmi3FMUState *saved)
{
    (void)c;
    if (saved != NULL) {
        free(*saved);
        *saved = NULL;
    }
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3SerializedFMUStateSize)(fmi3Instance c, fmi3FMUState saved,
                                                        size_t *size)
{
    (void)saved;
    *size = saved_size(c);
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3SerializeFMUState)(fmi3Instance c, fmi3FMUState saved,
                                                   fmi3Byte bytes[], size_t size)
{
    if (saved == NULL || size < saved_size(c)) {
        return refused(c, "There is no room for the saved state.");
    }
    memcpy(bytes, saved, saved_size(c));
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3DeserializeFMUState)(fmi3Instance c, const fmi3Byte bytes[],
                                                     size_t size, fmi3FMUState *saved)
{
    if (size != saved_size(c) || !is_own(c, bytes)) {
        return refused(c, "This is not a saved state of this model.");
    }
    if (*saved == NULL) {
        *saved = calloc(1, size);
    }
    if (*saved == NULL) {
        return refused(c, "There is no memory.");
    }
    memcpy(*saved, bytes, size);
    return fmi3OK;
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

FMI3_Export fmi3Status FMI3(fmi3EnterContinuousTimeMode)(fmi3Instance c)
{
    (void)c;
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3CompletedIntegratorStep)(fmi3Instance c, fmi3Boolean no_set_prior,
                                                         fmi3Boolean *enter_event_mode,
                                                         fmi3Boolean *terminate)
{
    (void)c, (void)no_set_prior;
    *enter_event_mode = *terminate = false;
    return fmi3OK;
}

FMI3_Export fmi3Status FMI3(fmi3SetTime)(fmi3Instance c, fmi3Float64 time)
{
    return (fmi3Status)set_time(c, time);
}

FMI3_Export fmi3Status FMI3(fmi3SetContinuousStates)(fmi3Instance c, const fmi3Float64 x[],
                                                     size_t n)
{
    return (fmi3Status)set_states(c, x, n);
}

FMI3_Export fmi3Status FMI3(fmi3GetContinuousStateDerivatives)(fmi3Instance c,
                                                               fmi3Float64 derivatives[], size_t n)
{
    return (fmi3Status)get_states(c, derivatives, n, 1);
}

FMI3_Export fmi3Status FMI3(fmi3GetContinuousStates)(fmi3Instance c, fmi3Float64 x[], size_t n)
{
    return (fmi3Status)get_states(c, x, n, 0);
}

FMI3_Export fmi3Status FMI3(fmi3GetNominalsOfContinuousStates)(fmi3Instance c,
                                                               fmi3Float64 nominals[], size_t n)
{
    return (fmi3Status)get_nominals(c, nominals, n);
}

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
    status found;
    (void)no_set_prior;
    *event_needed = *terminate = *early_return = false;
    if (((instance *)c)->model->step == NULL) {
        return refused(c, "This instance is for model exchange: it takes no steps.");
    }
    found = do_step(c, point, size);
    *last_time = ((instance *)c)->at.time;
    return (fmi3Status)found;
}

#include "fmi3_absent.h"
