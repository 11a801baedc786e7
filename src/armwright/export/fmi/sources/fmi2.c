/* The functions of FMI 2.0, around the model of model.h. */
#include "fmi2.h"

#include "model.h"
#include "motion.h"
#include "saved.h"

/* What an instance needs of FMI 2.0; it stands in front of the instance. */
typedef struct {
    fmi2CallbackFunctions callbacks;
    char name[128];
} environment;

#define HEAD ((sizeof(environment) + sizeof(double) - 1) / sizeof(double) * sizeof(double))

static void log_message(const instance *m, status s, const char *text)
{
    const environment *e = m->interface;
    if (e->callbacks.logger != NULL) {
        e->callbacks.logger(e->callbacks.componentEnvironment, e->name, (fmi2Status)s,
                            "logStatusError", "%s", text);
    }
}

static fmi2Status refused(fmi2Component c, const char *text)
{
    return (fmi2Status)failed(c, text);
}

FMI2_Export const char *FMI2(fmi2GetTypesPlatform)(void)
{
    return "default";
}

FMI2_Export const char *FMI2(fmi2GetVersion)(void)
{
    return "2.0";
}

FMI2_Export fmi2Status FMI2(fmi2SetDebugLogging)(fmi2Component c, fmi2Boolean on, size_t n,
                                                 const fmi2String categories[])
{
    (void)c, (void)on, (void)n, (void)categories; /* only errors are told, and always */
    return fmi2OK;
}

FMI2_Export fmi2Component FMI2(fmi2Instantiate)(fmi2String name, fmi2Type type, fmi2String guid,
                                                fmi2String resources,
                                                const fmi2CallbackFunctions *callbacks,
                                                fmi2Boolean visible, fmi2Boolean logging)
{
    const model *d = type == fmi2CoSimulation ? co_simulation : model_exchange;
    environment about = {.callbacks = *callbacks};
    const instance before = {.log = log_message, .interface = &about};
    (void)resources, (void)visible, (void)logging;
    snprintf(about.name, sizeof about.name, "%s", name != NULL ? name : "");
    if (d == NULL) {
        failed(&before, "This FMU has not that kind of interface.");
        return NULL;
    }
    if (guid == NULL || strcmp(guid, TOKEN) != 0) {
        failed(&before, "The GUID is another one: is the binary that of the model description?");
        return NULL;
    }
    char *block = callbacks->allocateMemory(1, HEAD + sizeof(instance) + memory_size(d));
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

FMI2_Export void FMI2(fmi2FreeInstance)(fmi2Component c)
{
    if (c != NULL) {
        char *block = (char *)c - HEAD;
        ((environment *)(void *)block)->callbacks.freeMemory(block);
    }
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

FMI2_Export fmi2Status FMI2(fmi2ExitInitializationMode)(fmi2Component c)
{
    return (fmi2Status)exit_initialisation(c);
}

FMI2_Export fmi2Status FMI2(fmi2Terminate)(fmi2Component c)
{
    ((instance *)c)->at.phase = TERMINATED;
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2Reset)(fmi2Component c)
{
    reset(c);
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

FMI2_Export fmi2Status FMI2(fmi2GetFMUstate)(fmi2Component c, fmi2FMUstate *saved)
{
    const environment *e = ((instance *)c)->interface;
    if (*saved == NULL) {
        *saved = e->callbacks.allocateMemory(1, saved_size(c));
    }
    if (*saved == NULL) {
        return refused(c, "There is no memory.");
    }
    save(c, *saved);
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2SetFMUstate)(fmi2Component c, fmi2FMUstate saved)
{
    if (saved == NULL || !is_own(c, saved)) {
        return refused(c, "This is not a saved state of this model.");
    }
    restore(c, saved);
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2FreeFMUstate)(fmi2Component c, fmi2FMUstate *saved)
{
    const environment *e = ((instance *)c)->interface;
    if (saved != NULL && *saved != NULL) {
        e->callbacks.freeMemory(*saved);
        *saved = NULL;
    }
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2SerializedFMUstateSize)(fmi2Component c, fmi2FMUstate saved,
                                                        size_t *size)
{
    (void)saved;
    *size = saved_size(c);
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2SerializeFMUstate)(fmi2Component c, fmi2FMUstate saved,
                                                   fmi2Byte bytes[], size_t size)
{
    if (saved == NULL || size < saved_size(c)) {
        return refused(c, "There is no room for the saved state.");
    }
    memcpy(bytes, saved, saved_size(c));
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2DeSerializeFMUstate)(fmi2Component c, const fmi2Byte bytes[],
                                                     size_t size, fmi2FMUstate *saved)
{
    const environment *e = ((instance *)c)->interface;
    if (size != saved_size(c) || !is_own(c, bytes)) {
        return refused(c, "This is not a saved state of this model.");
    }
    if (*saved == NULL) {
        *saved = e->callbacks.allocateMemory(1, size);
    }
    if (*saved == NULL) {
        return refused(c, "There is no memory.");
    }
    memcpy(*saved, bytes, size);
    return fmi2OK;
}

/* Model exchange: the equations have no events. */

FMI2_Export fmi2Status FMI2(fmi2EnterEventMode)(fmi2Component c)
{
    (void)c;
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *info)
{
    (void)c;
    memset(info, 0, sizeof *info);
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2EnterContinuousTimeMode)(fmi2Component c)
{
    (void)c;
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2CompletedIntegratorStep)(fmi2Component c, fmi2Boolean no_set_prior,
                                                         fmi2Boolean *enter_event_mode,
                                                         fmi2Boolean *terminate)
{
    (void)c, (void)no_set_prior;
    *enter_event_mode = *terminate = 0;
    return fmi2OK;
}

FMI2_Export fmi2Status FMI2(fmi2SetTime)(fmi2Component c, fmi2Real time)
{
    return (fmi2Status)set_time(c, time);
}

FMI2_Export fmi2Status FMI2(fmi2SetContinuousStates)(fmi2Component c, const fmi2Real x[], size_t n)
{
    return (fmi2Status)set_states(c, x, n);
}

FMI2_Export fmi2Status FMI2(fmi2GetDerivatives)(fmi2Component c, fmi2Real derivatives[], size_t n)
{
    return (fmi2Status)get_states(c, derivatives, n, 1);
}

FMI2_Export fmi2Status FMI2(fmi2GetContinuousStates)(fmi2Component c, fmi2Real x[], size_t n)
{
    return (fmi2Status)get_states(c, x, n, 0);
}

FMI2_Export fmi2Status FMI2(fmi2GetNominalsOfContinuousStates)(fmi2Component c,
                                                               fmi2Real nominals[], size_t n)
{
    return (fmi2Status)get_nominals(c, nominals, n);
}

/* Co-simulation: a step is done when it returns. */

FMI2_Export fmi2Status FMI2(fmi2DoStep)(fmi2Component c, fmi2Real point, fmi2Real size,
                                        fmi2Boolean no_set_prior)
{
    (void)no_set_prior;
    if (((instance *)c)->model->step == NULL) {
        return refused(c, "This instance is for model exchange: it takes no steps.");
    }
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
