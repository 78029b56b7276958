#include "tests.h"

/* Defines a function of a scheme with `void` pointers. */
#define WRAPPER(P, NAME, PARAMETERS, ARGUMENTS)                                                                  \
    static sortid_code P##_##NAME PARAMETERS {                                                                   \
        return sortid_##P##_##NAME ARGUMENTS;                                                                    \
    }

/* Defines the functions of a scheme that have the same form in all schemes. */
#define COMMON(P)                                                                                                \
    COMMON_FUNCTIONS(WRAPPER, P)                                                                                 \
    static sortid_code P##_through_fields(const void *id, void *copy) {                                          \
        sortid_##P##_fields fields;                                                                              \
        sortid_code code = sortid_##P##_to_fields(id, &fields);                                                  \
        return code != SORTID_OK ? code : sortid_##P##_from_fields(&fields, copy);                               \
    }

/* Creates a generator of a scheme whose only settings are the limits. */
#define ONLY_LIMITS(P)                                                                                           \
    static sortid_code P##_init(void *generator, size_t size, char *const *settings, const sortid_limits *limits, \
                                const sortid_sources *sources) {                                                 \
        sortid_##P##_config config;                                                                              \
        (void)settings;                                                                                          \
        sortid_code code = sortid_##P##_config_default(&config);                                                 \
        config.limits = *limits;                                                                                 \
        return code != SORTID_OK ? code : sortid_##P##_init(generator, size, &config, sources);                  \
    }

#define MEMBER(P, NAME, PARAMETERS, ARGUMENTS) .NAME = P##_##NAME,

#define ROW(P, U, TITLE)                                                                                         \
    {                                                                                                            \
        COMMON_FUNCTIONS(MEMBER, P)                                                                              \
        AT_FUNCTIONS(MEMBER, P)                                                                                  \
        .name = TITLE, .bytes = sizeof(sortid_##P##_id), .text_size = U##_TEXT_SIZE,                             \
        .generator_size = sizeof(sortid_##P##_generator), .init = P##_init,                                      \
        .from_fields = P##_from_fields, .through_fields = P##_through_fields,                                    \
    }

COMMON(scru160)
COMMON(scru128)
COMMON(scru64)
COMMON(ulid)
COMMON(ulid_flake)
COMMON(ulid_flake_scalable)
COMMON(uuid7)

AT_FUNCTIONS(WRAPPER, scru128)
AT_FUNCTIONS(WRAPPER, scru64)
AT_FUNCTIONS(WRAPPER, ulid)
AT_FUNCTIONS(WRAPPER, ulid_flake)
AT_FUNCTIONS(WRAPPER, ulid_flake_scalable)
AT_FUNCTIONS(WRAPPER, uuid7)

ONLY_LIMITS(scru128)
ONLY_LIMITS(ulid)
ONLY_LIMITS(uuid7)

/* A reading is in the generator's unit. The function for the other unit must reject it. */
static sortid_code scru160_generate_at(void *generator, uint64_t reading, void *id) {
    sortid_code code = sortid_scru160_generate_at(generator, reading, id);
    return code == SORTID_OTHER_UNIT ? sortid_scru160_generate_at_us(generator, reading, id) : code;
}

static sortid_code scru160_generate_or_reset_at(void *generator, uint64_t reading, void *id) {
    sortid_code code = sortid_scru160_generate_or_reset_at(generator, reading, id);
    return code == SORTID_OTHER_UNIT ? sortid_scru160_generate_or_reset_at_us(generator, reading, id) : code;
}

static sortid_code scru160_from_fields(char *const *fields, void *id) {
    sortid_scru160_fields parts = {hex(fields[0]), (uint16_t)hex(fields[1]), (uint16_t)hex(fields[2]), {0}};
    hex_bytes(fields[3], parts.random80, sizeof parts.random80);
    return sortid_scru160_from_fields(&parts, id);
}

static sortid_code scru160_init(void *generator, size_t size, char *const *settings, const sortid_limits *limits,
                                const sortid_sources *sources) {
    sortid_scru160_config config;
    int is_microseconds = hex(settings[1]) != 0;
    sortid_code code = is_microseconds ? sortid_scru160_config_microseconds(&config) : sortid_scru160_config_default(&config);
    if (code != SORTID_OK) {
        return code;
    }
    config.limits = *limits;
    config.counter_init_bits = (uint32_t)hex(settings[0]);
    config.counter_extension_bits = (uint32_t)hex(settings[2]);
    config.node_id_bits = (uint32_t)hex(settings[3]);
    config.node_id = (uint32_t)hex(settings[4]);
    return sortid_scru160_init(generator, size, &config, sources);
}

static sortid_code scru128_from_fields(char *const *fields, void *id) {
    sortid_scru128_fields parts = {hex(fields[0]), (uint32_t)hex(fields[1]), (uint32_t)hex(fields[2]),
                                  (uint32_t)hex(fields[3])};
    return sortid_scru128_from_fields(&parts, id);
}

static sortid_code scru64_from_fields(char *const *fields, void *id) {
    sortid_scru64_fields parts = {hex(fields[0]), (uint32_t)hex(fields[1])};
    return sortid_scru64_from_fields(&parts, id);
}

static sortid_code scru64_init(void *generator, size_t size, char *const *settings, const sortid_limits *limits,
                               const sortid_sources *sources) {
    sortid_scru64_node_spec node = {(uint32_t)hex(settings[0]), (uint32_t)hex(settings[1]), 0, {{0}}};
    sortid_scru64_config config;
    sortid_code code = sortid_scru64_config_default(&node, &config);
    if (code != SORTID_OK) {
        return code;
    }
    config.limits = *limits;
    config.guard_bits = (uint32_t)hex(settings[2]);
    return sortid_scru64_init(generator, size, &config, sources);
}

static sortid_code ulid_from_fields(char *const *fields, void *id) {
    sortid_ulid_fields parts = {hex(fields[0]), {0}};
    hex_bytes(fields[1], parts.randomness, sizeof parts.randomness);
    return sortid_ulid_from_fields(&parts, id);
}

static sortid_code ulid_flake_from_fields(char *const *fields, void *id) {
    sortid_ulid_flake_fields parts = {hex(fields[0]), (uint32_t)hex(fields[1])};
    return sortid_ulid_flake_from_fields(&parts, id);
}

static sortid_code ulid_flake_init(void *generator, size_t size, char *const *settings, const sortid_limits *limits,
                                   const sortid_sources *sources) {
    sortid_ulid_flake_config config;
    sortid_code code = sortid_ulid_flake_config_default(&config);
    if (code != SORTID_OK) {
        return code;
    }
    config.limits = *limits;
    config.entropy_bits = (uint32_t)hex(settings[0]);
    config.epoch_unix_ms = hex(settings[1]);
    return sortid_ulid_flake_init(generator, size, &config, sources);
}

static sortid_code ulid_flake_scalable_from_fields(char *const *fields, void *id) {
    sortid_ulid_flake_scalable_fields parts = {hex(fields[0]), (uint32_t)hex(fields[1]), (uint8_t)hex(fields[2])};
    return sortid_ulid_flake_scalable_from_fields(&parts, id);
}

static sortid_code ulid_flake_scalable_init(void *generator, size_t size, char *const *settings,
                                            const sortid_limits *limits, const sortid_sources *sources) {
    sortid_ulid_flake_scalable_config config;
    sortid_code code = sortid_ulid_flake_scalable_config_default((uint32_t)hex(settings[2]), &config);
    if (code != SORTID_OK) {
        return code;
    }
    config.limits = *limits;
    config.entropy_bits = (uint32_t)hex(settings[0]);
    config.epoch_unix_ms = hex(settings[1]);
    return sortid_ulid_flake_scalable_init(generator, size, &config, sources);
}

/* The second field is the version, the fourth the variant. */
static sortid_code uuid7_from_fields(char *const *fields, void *id) {
    sortid_uuid7_fields parts = {hex(fields[0]), (uint16_t)hex(fields[2]), hex(fields[4])};
    return sortid_uuid7_from_fields(&parts, id);
}

const scheme schemes[SCHEMES] = {
    ROW(scru160, SORTID_SCRU160, "scru160"),
    ROW(scru128, SORTID_SCRU128, "scru128"),
    ROW(scru64, SORTID_SCRU64, "scru64"),
    ROW(ulid, SORTID_ULID, "ulid"),
    ROW(ulid_flake, SORTID_ULID_FLAKE, "ulid-flake"),
    ROW(ulid_flake_scalable, SORTID_ULID_FLAKE_SCALABLE, "ulid-flake-scalable"),
    ROW(uuid7, SORTID_UUID7, "uuid7"),
};
