/* What fmu.c needs of FMI 3.0: names, types, memory and messages. */
#include "fmi3.h"

#include <stdlib.h>

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
