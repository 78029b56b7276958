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

typedef struct {
    const char *name;
    size_t bytes;
    size_t text_size;
    size_t generator_size;
    sortid_code (*parse)(const char *text, size_t length, void *id, size_t *position);
    sortid_code (*format)(const void *id, char *buffer, size_t size);
    sortid_code (*from_bytes)(const uint8_t *bytes, size_t length, void *id);
    sortid_code (*to_bytes)(const void *id, uint8_t *buffer, size_t size);
    sortid_code (*unix_ms)(const void *id, uint64_t *unix_ms);
    sortid_code (*min_at)(uint64_t unix_ms, void *id);
    sortid_code (*max_at)(uint64_t unix_ms, void *id);
    /* Creates an ID from the fields of a line, in the order of the layout. */
    sortid_code (*from_fields)(char *const *fields, void *id);
    /* Returns 1 if an ID has the fields of a line, and 0 otherwise. */
    int (*has_fields)(const void *id, char *const *fields);
    /* Creates a generator with the settings of a line. */
    sortid_code (*init)(void *generator, size_t size, char *const *settings, const sortid_limits *limits,
                        const sortid_sources *sources);
    sortid_code (*generate)(void *generator, void *id);
    sortid_code (*generate_or_reset)(void *generator, void *id);
    /* A reading is in the generator's unit. */
    sortid_code (*generate_at)(void *generator, uint64_t reading, void *id);
    sortid_code (*generate_or_reset_at)(void *generator, uint64_t reading, void *id);
    sortid_code (*resume_after)(void *generator, const void *id);
    sortid_code (*resume_after_instant)(void *generator, uint64_t unix_ms);
    sortid_code (*last)(void *generator, void *id);
    sortid_code (*ahead_ms_at)(void *generator, uint64_t unix_ms, uint64_t *ahead_ms);
    sortid_code (*set_ceiling_unix_ms)(void *generator, uint64_t unix_ms);
} scheme;

enum { SCHEMES = 7 };

extern const scheme schemes[SCHEMES];

/* The numbers of fields and settings in a line. */
enum { MAX_FIELDS = 5, MAX_SETTINGS = 5 };

#endif
