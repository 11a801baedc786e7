/* Getting and setting variables. */
#ifndef VALUES_H
#define VALUES_H

#include <math.h>

#include "instance.h"

static inline const variable *find(const instance *m, uint32_t reference)
{
    return reference < m->model->variables ? &m->model->table[reference] : NULL;
}

/* NULL, and reported, if it is not a variable of that type. The seed is the one integer. */
static inline const variable *find_number(const instance *m, uint32_t reference)
{
    const variable *v = find(m, reference);
    if (v == NULL || v->role == SEED) {
        failed_at(m, "There is no such floating-point variable.", reference);
        return NULL;
    }
    return v;
}

static inline const variable *find_integer(const instance *m, uint32_t reference)
{
    const variable *v = find(m, reference);
    if (v == NULL || v->role != SEED) {
        failed_at(m, "There is no such integer variable.", reference);
        return NULL;
    }
    return v;
}

static inline const void *value_of(instance *m, const variable *v)
{
    const int set = v->role == SEED || v->role == PARAMETER || v->role == INPUT;
    refresh(m);
    if (v->role == TIME) {
        return &m->at.time;
    }
    return set ? (char *)present_state(m) + v->state : (char *)outputs(m) + v->output;
}

/* Values of variables one after the other, `count` in all. */
static inline status get(instance *m, const uint32_t references[], size_t n, double values[],
                         size_t count)
{
    size_t done = 0;
    for (size_t k = 0; k < n; k++) {
        const variable *v = find_number(m, references[k]);
        if (v == NULL) {
            return ERROR;
        }
        if (v->size > count - done) {
            return failed(m, "There are more values than there is room for.");
        }
        if (v->role == INDICATOR && m->model->step != NULL) {
            for (size_t i = 0; i < v->size; i++) {
                values[done + i] = 1.0; /* steps of its own have no events */
            }
        } else {
            memcpy(values + done, value_of(m, v), v->size * sizeof *values);
        }
        done += v->size;
    }
    return done == count ? OK : failed(m, "There is room for more values than there are.");
}

/* States of a running instance belong to the importer in model exchange, else to the model. */
static inline status may_be_set(const instance *m, const variable *v, uint32_t reference)
{
    const int state = v->role == STATE || v->role == SETTLED_STATE;
    const int solved = m->at.phase == RUNNING && m->model->step == NULL;
    if (m->at.phase == TERMINATED) {
        return failed(m, "Nothing can be set after the termination.");
    }
    if (v->role == INPUT || v->role == PARAMETER || (state && solved)) {
        return OK;
    }
    if (v->role != STATE && v->role != SEED) {
        return failed_at(m, "This variable cannot be set.", reference);
    }
    if (m->at.phase != SETTING_UP) {
        return failed_at(m, "This variable can only be set before the run.", reference);
    }
    return OK;
}

static inline status set_one(instance *m, uint32_t reference, const variable *v,
                             const double values[])
{
    char *s = m->at.phase == SETTING_UP ? first_state(m) : present_state(m);
    if (may_be_set(m, v, reference) != OK) {
        return ERROR;
    }
    for (size_t k = 0; k < v->size; k++) {
        if (!isfinite(values[k])) {
            return failed_at(m, "This value is not a finite number.", reference);
        }
    }
    memcpy(s + v->state, values, v->size * sizeof *values);
    if (v->role == PARAMETER && m->at.phase == RUNNING) {
        m->model->tune(s);
    }
    m->at.fresh = 0;
    return OK;
}

static inline status set(instance *m, const uint32_t references[], size_t n, const double values[],
                         size_t count)
{
    size_t done = 0;
    for (size_t k = 0; k < n; k++) {
        const variable *v = find_number(m, references[k]);
        if (v == NULL) {
            return ERROR;
        }
        if (v->size > count - done) {
            return failed(m, "There are fewer values than the variables have.");
        }
        if (set_one(m, references[k], v, values + done) != OK) {
            return ERROR;
        }
        done += v->size;
    }
    return done == count ? OK : failed(m, "There are more values than the variables have.");
}

static inline status get_integers(instance *m, const uint32_t references[], size_t n,
                                  int32_t values[])
{
    for (size_t k = 0; k < n; k++) {
        const variable *v = find_integer(m, references[k]);
        double value;
        if (v == NULL) {
            return ERROR;
        }
        memcpy(&value, value_of(m, v), sizeof value);
        values[k] = (int32_t)value;
    }
    return OK;
}

static inline status set_integers(instance *m, const uint32_t references[], size_t n,
                                  const int32_t values[])
{
    for (size_t k = 0; k < n; k++) {
        const variable *v = find_integer(m, references[k]);
        const double value = values[k];
        if (v == NULL) {
            return ERROR;
        }
        if (value < 0.0) {
            return failed(m, "The seed cannot be negative.");
        }
        if (set_one(m, references[k], v, &value) != OK) {
            return ERROR;
        }
    }
    return OK;
}

#endif
