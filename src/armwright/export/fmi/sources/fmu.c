/* The functions of an FMU around the model of model.h, one file for FMI 2.0 and 3.0. What differs
 * between them is in headers:
 *
 * - the interface defines EXPORTED and FMI(name), how an exported function is declared, and its full
 *   name; result, boolean and byte, the types that differ; environment, what an instance needs of the
 *   version, which stands in front of the instance; log_message, allocate and release, how errors
 *   are reported, and where memory comes from;
 * - the functions have arguments that only one version has.
 *
 * Names are those of FMI 3.0. */

#include "model.h"
#include "motion.h"
#include "saved.h"

#if FMI_VERSION == 2
#include "fmi2_interface.h"
#else
#include "fmi3_interface.h"
#endif

#define HEAD ((sizeof(environment) + sizeof(double) - 1) / sizeof(double) * sizeof(double))

static result refused(void *c, const char *text)
{
    return (result)failed(c, text);
}

static const environment *environment_of(void *c)
{
    return ((instance *)c)->interface;
}

static void *instantiate(const model *d, const char *token, environment about)
{
    const instance before = {.log = log_message, .interface = &about};
    if (d == NULL) {
        failed(&before, "This FMU does not have that kind of interface.");
        return NULL;
    }
    if (token == NULL || strcmp(token, TOKEN) != 0) {
        failed(&before, "The token (GUID) does not match: was this binary made for another model "
                        "description?");
        return NULL;
    }
    char *block = allocate(&about, HEAD + sizeof(instance) + memory_size(d));
    if (block == NULL) {
        failed(&before, "There is not enough memory.");
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

EXPORTED void FMI(FreeInstance)(void *c)
{
    if (c != NULL) {
        release(environment_of(c), (char *)c - HEAD);
    }
}

EXPORTED result FMI(SetDebugLogging)(void *c, boolean on, size_t n,
                                     const char *const categories[])
{
    (void)c, (void)on, (void)n, (void)categories; /* errors are always reported, and nothing else is */
    return (result)OK;
}

EXPORTED result FMI(ExitInitializationMode)(void *c)
{
    return (result)exit_initialisation(c);
}

EXPORTED result FMI(Terminate)(void *c)
{
    ((instance *)c)->at.phase = TERMINATED;
    return (result)OK;
}

EXPORTED result FMI(Reset)(void *c)
{
    reset(c);
    return (result)OK;
}

/* Saved states. */

EXPORTED result FMI(GetFMUState)(void *c, void **saved)
{
    if (*saved == NULL) {
        *saved = allocate(environment_of(c), saved_size(c));
    }
    if (*saved == NULL) {
        return refused(c, "There is not enough memory.");
    }
    save(c, *saved);
    return (result)OK;
}

EXPORTED result FMI(SetFMUState)(void *c, void *saved)
{
    if (saved == NULL || !is_own(c, saved)) {
        return refused(c, "This is not a saved state of this model.");
    }
    restore(c, saved);
    return (result)OK;
}

EXPORTED result FMI(FreeFMUState)(void *c, void **saved)
{
    if (saved != NULL && *saved != NULL) {
        release(environment_of(c), *saved);
        *saved = NULL;
    }
    return (result)OK;
}

EXPORTED result FMI(SerializedFMUStateSize)(void *c, void *saved, size_t *size)
{
    (void)saved;
    *size = saved_size(c);
    return (result)OK;
}

EXPORTED result FMI(SerializeFMUState)(void *c, void *saved, byte bytes[], size_t size)
{
    if (saved == NULL || size < saved_size(c)) {
        return refused(c, "There is no room for the saved state.");
    }
    memcpy(bytes, saved, saved_size(c));
    return (result)OK;
}

EXPORTED result FMI(DeserializeFMUState)(void *c, const byte bytes[], size_t size,
                                         void **saved)
{
    if (size != saved_size(c) || !is_own(c, bytes)) {
        return refused(c, "This is not a saved state of this model.");
    }
    if (*saved == NULL) {
        *saved = allocate(environment_of(c), size);
    }
    if (*saved == NULL) {
        return refused(c, "There is not enough memory.");
    }
    memcpy(*saved, bytes, size);
    return (result)OK;
}

/* Model exchange. */

EXPORTED result FMI(EnterEventMode)(void *c)
{
    (void)c;
    return (result)OK;
}

EXPORTED result FMI(EnterContinuousTimeMode)(void *c)
{
    (void)c;
    return (result)OK;
}

EXPORTED result FMI(CompletedIntegratorStep)(void *c, boolean no_set_prior,
                                             boolean *enter_event_mode, boolean *terminate)
{
    (void)c, (void)no_set_prior;
    *enter_event_mode = *terminate = 0;
    return (result)OK;
}

EXPORTED result FMI(SetTime)(void *c, double time)
{
    return (result)set_time(c, time);
}

EXPORTED result FMI(SetContinuousStates)(void *c, const double x[], size_t n)
{
    return (result)set_states(c, x, n);
}

EXPORTED result FMI(GetContinuousStateDerivatives)(void *c, double derivatives[], size_t n)
{
    return (result)get_states(c, derivatives, n, 1);
}

EXPORTED result FMI(GetContinuousStates)(void *c, double x[], size_t n)
{
    return (result)get_states(c, x, n, 0);
}

EXPORTED result FMI(GetNominalsOfContinuousStates)(void *c, double nominals[], size_t n)
{
    return (result)get_nominals(c, nominals, n);
}

EXPORTED result FMI(GetEventIndicators)(void *c, double indicators[], size_t n)
{
    return (result)get_indicators(c, indicators, n);
}

#if FMI_VERSION == 2
#include "fmi2_functions.h"
#else
#include "fmi3_functions.h"
#endif
