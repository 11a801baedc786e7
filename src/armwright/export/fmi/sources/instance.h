/* An instance of the FMU, whatever the version of the interface. Everything here is static: several
 * such FMUs can be linked into one program.
 *
 * A model keeps all it knows in one state, a struct of doubles and counters. An instance has two of
 * them: the one that is set up until the end of the initialisation, and the one that runs. */
#ifndef INSTANCE_H
#define INSTANCE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef enum {
    TIME,
    SEED,
    PARAMETER,
    INPUT,
    STATE,
    SETTLED_STATE,
    DERIVATIVE,
    INDICATOR,
    OUTPUT
} role;

/* A variable of the model description; its number in the table is its value reference. `state` and
 * `output`: where it stands in these structs, in bytes. What is set stands in the state. */
typedef struct {
    role role;
    size_t size;
    size_t state, output;
} variable;

/* The model behind one of the kinds of interface. `step` is NULL for model exchange; `tune`, if
 * there are no parameters; `set_time`, if nothing depends on the time.
 *
 * Of model exchange: `indicators` of events stand at `indicator` in the outputs, in bytes. `sample`
 * does what is due at the next tick that `next_tick` tells, in s; both are NULL if nothing is
 * sampled. `settle` decides how the equations go on after an event, and returns whether continuous
 * states have changed; NULL if nothing sticks. */
typedef struct {
    uint64_t mark; /* of its saved states */
    double tick;   /* s */
    size_t state_size, output_size;
    size_t variables;
    const variable *table;
    size_t states;
    const double *nominals;
    size_t indicators, indicator;
    void (*start)(void *s);
    void (*begin)(void *s);
    void (*tune)(void *s);
    void (*set_time)(void *s, double time);
    void (*step)(void *s);
    void (*outputs)(const void *s, void *y);
    double (*next_tick)(const void *s);
    void (*sample)(void *s);
    int (*settle)(void *s);
    int (*is_finite)(const void *s);
} model;

typedef enum { OK, WARNING, DISCARD, ERROR, FATAL } status;
typedef enum { SETTING_UP, RUNNING, TERMINATED } phase;

/* Where an instance is; together with its memory all that a saved state of the FMU holds. */
typedef struct {
    uint64_t phase;
    uint64_t fresh; /* 1 if the outputs belong to the state */
    double start_time, time;
} progress;

typedef struct instance {
    const model *model;
    void (*log)(const struct instance *m, status s, const char *text);
    const void *interface; /* what this version of FMI needs */
    progress at;
    double memory[]; /* the state to begin with, the state now, the outputs */
} instance;

static inline size_t memory_size(const model *d)
{
    return 2 * d->state_size + d->output_size;
}

static inline void *first_state(instance *m)
{
    return m->memory;
}

static inline void *present_state(instance *m)
{
    return (char *)m->memory + m->model->state_size;
}

static inline void *outputs(instance *m)
{
    return (char *)m->memory + 2 * m->model->state_size;
}

static inline status failed(const instance *m, const char *text)
{
    m->log(m, ERROR, text);
    return ERROR;
}

static inline status failed_at(const instance *m, const char *text, uint32_t reference)
{
    char message[160];
    snprintf(message, sizeof message, "%s (value reference %lu)", text, (unsigned long)reference);
    return failed(m, message);
}

/* As after instantiation. */
static inline void reset(instance *m)
{
    memset(m->memory, 0, memory_size(m->model));
    m->model->start(first_state(m));
    memset(&m->at, 0, sizeof m->at);
}

static inline void set_start_time(instance *m, double time)
{
    m->at.start_time = m->at.time = time;
    m->at.fresh = 0;
}

/* Until the end of the initialisation, the present state is what the first one leads to. */
static inline void refresh(instance *m)
{
    const model *d = m->model;
    if (m->at.fresh) {
        return;
    }
    if (m->at.phase == SETTING_UP) {
        memcpy(present_state(m), first_state(m), d->state_size);
        d->begin(present_state(m));
    }
    d->outputs(present_state(m), outputs(m));
    m->at.fresh = 1;
}

static inline status exit_initialisation(instance *m)
{
    if (m->at.phase != SETTING_UP) {
        return failed(m, "The initialisation has already ended.");
    }
    refresh(m);
    if (!m->model->is_finite(present_state(m))) {
        return failed(m, "With these parameters and inputs there are no finite first values.");
    }
    m->at.phase = RUNNING;
    return OK;
}

#endif
