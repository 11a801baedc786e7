/* What fmu.c needs of FMI 2.0: names, types, memory and messages. */
#include "fmi2.h"

#include <stdlib.h>

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

/* An importer that gives no functions for memory leaves it to the FMU. */
static int has_memory(const environment *e)
{
    return e->callbacks.allocateMemory != NULL && e->callbacks.freeMemory != NULL;
}

static void *allocate(const environment *e, size_t size)
{
    return has_memory(e) ? e->callbacks.allocateMemory(1, size) : calloc(1, size);
}

static void release(const environment *e, void *memory)
{
    if (has_memory(e)) {
        e->callbacks.freeMemory(memory);
    } else {
        free(memory);
    }
}
