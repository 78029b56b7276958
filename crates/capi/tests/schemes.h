/* All schemes through the same functions. */

#ifndef SCHEMES_H
#define SCHEMES_H

#include "../include/sortid.h"

enum { MAX_ID = 20, MAX_TEXT = 48 };

/* Memory for any generator. */
typedef union {
    sortid_scru160_generator scru160;
    sortid_scru128_generator scru128;
    sortid_scru64_generator scru64;
    sortid_ulid_generator ulid;
    sortid_ulid_flake_generator ulid_flake;
    sortid_ulid_flake_scalable_generator ulid_flake_scalable;
    sortid_uuid7_generator uuid7;
} any_generator;

/* The functions that have the same form in all schemes: calls `F` with `P`, the name, the parameters and the arguments. */
#define COMMON_FUNCTIONS(F, P)                                                                                   \
    F(P, parse, (const char *text, size_t length, void *id, size_t *position), (text, length, id, position))     \
    F(P, format, (const void *id, char *buffer, size_t size), (id, buffer, size))                                \
    F(P, from_bytes, (const uint8_t *bytes, size_t length, void *id), (bytes, length, id))                       \
    F(P, to_bytes, (const void *id, uint8_t *buffer, size_t size), (id, buffer, size))                           \
    F(P, unix_ms, (const void *id, uint64_t *unix_ms), (id, unix_ms))                                            \
    F(P, min_at, (uint64_t unix_ms, void *id), (unix_ms, id))                                                    \
    F(P, max_at, (uint64_t unix_ms, void *id), (unix_ms, id))                                                    \
    F(P, generate, (void *generator, void *id), (generator, id))                                                 \
    F(P, generate_or_reset, (void *generator, void *id), (generator, id))                                        \
    F(P, resume_after, (void *generator, const void *id), (generator, id))                                       \
    F(P, resume_after_instant, (void *generator, uint64_t unix_ms), (generator, unix_ms))                        \
    F(P, last, (void *generator, void *id), (generator, id))                                                     \
    F(P, ahead_ms_at, (void *generator, uint64_t unix_ms, uint64_t *ahead_ms), (generator, unix_ms, ahead_ms))   \
    F(P, set_ceiling_unix_ms, (void *generator, uint64_t unix_ms), (generator, unix_ms))

/* The functions that take a reading in the generator's unit. */
#define AT_FUNCTIONS(F, P)                                                                                       \
    F(P, generate_at, (void *generator, uint64_t reading, void *id), (generator, reading, id))                   \
    F(P, generate_or_reset_at, (void *generator, uint64_t reading, void *id), (generator, reading, id))

#define POINTER(P, NAME, PARAMETERS, ARGUMENTS) sortid_code(*NAME) PARAMETERS;

typedef struct {
    const char *name;
    size_t bytes;
    size_t text_size;
    size_t generator_size;
    COMMON_FUNCTIONS(POINTER, )
    AT_FUNCTIONS(POINTER, )
    /* Creates an ID from the fields of a line, in the order of the layout. */
    sortid_code (*from_fields)(char *const *fields, void *id);
    /* Copies an ID through its fields. */
    sortid_code (*through_fields)(const void *id, void *copy);
    /* Creates a generator with the settings of a line. */
    sortid_code (*init)(void *generator, size_t size, char *const *settings, const sortid_limits *limits,
                        const sortid_sources *sources);
} scheme;

enum { SCHEMES = 7 };

extern const scheme schemes[SCHEMES];

#endif
