/* The functions of FMI 2.0, around the model of model.h. */
#include "fmi2.h"

#include "model.h"

/* What functions.h asks for. */

#define EXPORTED FMI2_Export
#define FMI_NAMED(name) FMI2(fmi2##name)
#define FMI(name) FMI_NAMED(name)
#define GetFMUState GetFMUstate
#define SetFMUState SetFMUstate
#define FreeFMUState FreeFMUstate
#define SerializedFMUStateSize SerializedFMUstateSize
#define SerializeFMUState SerializeFMUstate
#define DeserializeFMUState DeSerializeFMUstate
#define GetContinuousStateDerivatives GetDerivatives

typedef fmi2Status result;
typedef fmi2Boolean boolean;
typedef fmi2Byte byte;

typedef struct {
    fmi2CallbackFunctions callbacks;
    char name[128];
} environment;

static void log_message(const instance *m, status s, const char *text)
{
    const environment *e = m->interface;
    if (e->callbacks.logger != NULL) {
        e->callbacks.logger(e->callbacks.componentEnvironment, e->name, (fmi2Status)s,
                            "logStatusError", "%s", text);
    }
}

static void *allocate(const environment *e, size_t size)
{
    return e->callbacks.allocateMemory(1, size);
}

static void release(const environment *e, void *memory)
{
    e->callbacks.freeMemory(memory);
}

#include "functions.h"

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
    environment about = {.callbacks = *callbacks};
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

/* Model exchange: the equations have no events. */

FMI2_Export fmi2Status FMI2(fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *info)
{
    (void)c;
    memset(info, 0, sizeof *info);
    return fmi2OK;
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
