/* Saved states of an instance. */
#ifndef SAVED_H
#define SAVED_H

#include "instance.h"

/* A saved state: which model it belongs to, where it was, and its memory. */
static inline size_t saved_size(const instance *m)
{
    return sizeof(uint64_t) + sizeof(progress) + memory_size(m->model);
}

static inline void save(const instance *m, void *saved)
{
    const uint64_t mark = m->model->mark;
    char *to = saved;
    memcpy(to, &mark, sizeof mark);
    memcpy(to + sizeof mark, &m->at, sizeof m->at);
    memcpy(to + sizeof mark + sizeof m->at, m->memory, memory_size(m->model));
}

/* The bytes must be at least as many as those of a mark. */
static inline int is_own(const instance *m, const void *saved)
{
    return memcmp(saved, &m->model->mark, sizeof m->model->mark) == 0;
}

static inline void restore(instance *m, const void *saved)
{
    const char *from = (const char *)saved + sizeof(uint64_t);
    memcpy(&m->at, from, sizeof m->at);
    memcpy(m->memory, from + sizeof m->at, memory_size(m->model));
}

#endif
