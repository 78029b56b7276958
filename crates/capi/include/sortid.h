/* The C interface of sortid. Written by `cargo xtask capi --write` from the table in crates/capi: do not edit it.
 *
 * For how to use it, and for the mistakes that it can't detect, see README.md next to this file, or docs/c.md in sortid. Rules
 * for all functions:
 *
 * - After an error, nothing was written except for the position of a wrong digit, and the generator is left unchanged.
 * - Functions that parse write the offset of the first wrong character to `position` if the result is SORTID_DIGIT, and if
 *   `position` is not null.
 * - Instants are in milliseconds since 1970, unless they are called `unix_us`.
 * - The memory of a generator starts at a multiple of SORTID_GENERATOR_ALIGN. The generator types ensure this. Nothing else needs
 *   a particular alignment.
 * - Only one call at a time may use a generator. IDs and strings have no such restriction.
 */

#ifndef SORTID_H
#define SORTID_H

#include <stddef.h>
#include <stdint.h>

// The version of sortid.
#define SORTID_VERSION "0.1.0"

// The alignment of the memory of generators in bytes, for memory that is not declared with their types.
#define SORTID_GENERATOR_ALIGN 8

#define SORTID_SCRU128_BYTES 16 // The size of a SCRU128 ID.
#define SORTID_SCRU128_TEXT_SIZE 26 // The size of a buffer for its string: 25 characters and a 0.
#define SORTID_SCRU128_GENERATOR_WORDS 18 // The size of a generator's memory in 8-byte words, 144 bytes in total.

#define SORTID_SCRU160_BYTES 20 // The size of a SCRU160 ID.
#define SORTID_SCRU160_TEXT_SIZE 33 // The size of a buffer for its string: 32 characters and a 0.
#define SORTID_SCRU160_HEX_SIZE 41 // The size of a buffer for its hexadecimal string: 40 digits and a 0.
#define SORTID_SCRU160_GENERATOR_WORDS 24 // The size of a generator's memory in 8-byte words, 192 bytes in total.

#define SORTID_SCRU64_BYTES 8 // The size of a SCRU64 ID.
#define SORTID_SCRU64_TEXT_SIZE 13 // The size of a buffer for its string: 12 characters and a 0.
#define SORTID_SCRU64_GENERATOR_WORDS 19 // The size of a generator's memory in 8-byte words, 152 bytes in total.

#define SORTID_ULID_BYTES 16 // The size of a ULID.
#define SORTID_ULID_TEXT_SIZE 27 // The size of a buffer for its string: 26 characters and a 0.
#define SORTID_ULID_GENERATOR_WORDS 20 // The size of a generator's memory in 8-byte words, 160 bytes in total.

#define SORTID_ULID_FLAKE_BYTES 8 // The size of a Ulid-Flake ID.
#define SORTID_ULID_FLAKE_TEXT_SIZE 14 // The size of a buffer for its string: 13 characters and a 0.
#define SORTID_ULID_FLAKE_GENERATOR_WORDS 18 // The size of a generator's memory in 8-byte words, 144 bytes in total.

#define SORTID_ULID_FLAKE_SCALABLE_BYTES 8 // The size of a scalable Ulid-Flake ID.
#define SORTID_ULID_FLAKE_SCALABLE_TEXT_SIZE 14 // The size of a buffer for its string: 13 characters and a 0.
#define SORTID_ULID_FLAKE_SCALABLE_GENERATOR_WORDS 18 // The size of a generator's memory in 8-byte words, 144 bytes in total.

#define SORTID_UUID7_BYTES 16 // The size of a UUIDv7.
#define SORTID_UUID7_TEXT_SIZE 37 // The size of a buffer for its string: 36 characters and a 0.
#define SORTID_UUID7_GENERATOR_WORDS 20 // The size of a generator's memory in 8-byte words, 160 bytes in total.

// The result of a function. After an error, nothing was written to the caller's memory except for the position of a wrong digit, and
// the generator is left unchanged.
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
enum sortid_code : int32_t
#else
enum
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
{
    // The call succeeded.
    SORTID_OK = 0,
    // A string or an array of bytes has the wrong length for an ID of the scheme.
    SORTID_LENGTH = 1,
    // A string contains a character that is not a digit of the scheme, or that can't be at its position.
    SORTID_DIGIT = 2,
    // A string encodes a value above the largest ID.
    SORTID_OVERFLOW = 3,
    // A number, a field, a setting, a reading or the integer of an ID is out of range.
    SORTID_OUT_OF_RANGE = 4,
    // A string is not a node spec.
    SORTID_NODE_SPEC = 5,
    // The clock failed, or it is null.
    SORTID_CLOCK = 10,
    // The random source failed.
    SORTID_RNG = 11,
    // The clock is not set: its reading is before the floor.
    SORTID_BEFORE_FLOOR = 12,
    // The ID's timestamp would be at or after the ceiling.
    SORTID_AFTER_CEILING = 13,
    // The clock reads earlier than the last ID by more than the allowance.
    SORTID_ROLLBACK = 14,
    // The generator has not generated an ID yet.
    SORTID_NO_LAST = 15,
    // The tick of the last ID has no IDs left. Try again in the next tick. The name of this code is `overflow`, as in the test
    // vectors.
    SORTID_EXHAUSTED = 16,
    // A pointer is null.
    SORTID_NULL = 20,
    // A buffer is too small.
    SORTID_SHORT_BUFFER = 21,
    // The memory of a generator is not aligned.
    SORTID_UNALIGNED = 22,
    // The memory of a generator was never initialised.
    SORTID_NOT_INITIALISED = 23,
    // The memory holds a generator of a different scheme.
    SORTID_OTHER_SCHEME = 24,
    // The memory of a generator was copied from elsewhere. A copy would repeat its IDs.
    SORTID_COPIED = 25,
    // The generator is in use by a call in another thread or interrupt, or by the call whose callback made this call.
    SORTID_BUSY = 26,
    // The function has the wrong unit: this generator takes microseconds in microsecond mode, and milliseconds otherwise.
    SORTID_OTHER_UNIT = 27,
    // An error that this version of the library has no code for.
    SORTID_OTHER = 99,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum sortid_code sortid_code;
#else
typedef int32_t sortid_code;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Reads a clock and writes the time since 1970 to `reading`, in milliseconds or, for a generator in SCRU160's microsecond mode,
// in microseconds. Returns 0 on success, and any other value if the time is not known.
typedef int32_t (*sortid_clock)(void *context, uint64_t *reading);

// Draws 32 random bits and writes them to `word`. Returns 0 on success, and any other value on failure.
typedef int32_t (*sortid_random)(void *context, uint32_t *word);

// The limits of a generator, all in milliseconds.
typedef struct {
    // The tolerated rollback. The default is 10 000.
    uint64_t allowance_ms;
    // Readings before this instant are errors. The default is 0. The build date is a good floor.
    uint64_t floor_unix_ms;
    // No ID has a timestamp at or after this instant. The default is `UINT64_MAX`, which means no ceiling.
    uint64_t ceiling_unix_ms;
} sortid_limits;

// The functions that a generator calls. Each is called with its context as the first argument. The clock may be null if the
// caller passes each reading to the generator.
typedef struct {
    sortid_clock clock;
    void *clock_context;
    sortid_random random;
    void *random_context;
} sortid_sources;

// A SCRU128 ID, most significant byte first. `memcmp` orders IDs.
typedef struct {
    uint8_t bytes[SORTID_SCRU128_BYTES];
} sortid_scru128_id;

// The fields of a SCRU128 ID.
typedef struct {
    // Milliseconds since 1970, 48 bits.
    uint64_t timestamp;
    // 24 bits.
    uint32_t counter_hi;
    // 24 bits.
    uint32_t counter_lo;
    // 32 bits.
    uint32_t entropy;
} sortid_scru128_fields;

// The settings of a SCRU128 generator.
typedef struct {
    sortid_limits limits;
} sortid_scru128_config;

// The memory of a SCRU128 generator. Initialise it with `sortid_scru128_init`. Do not copy or move it.
typedef struct {
    uint64_t reserved[SORTID_SCRU128_GENERATOR_WORDS];
} sortid_scru128_generator;

// A SCRU160 ID, most significant byte first. `memcmp` orders IDs.
typedef struct {
    uint8_t bytes[SORTID_SCRU160_BYTES];
} sortid_scru160_id;

// The fields of a SCRU160 ID.
typedef struct {
    // Milliseconds since 1970, 48 bits.
    uint64_t timestamp;
    // 16 bits.
    uint16_t counter;
    // 16 random bits, unless the generator uses some of them for its counter or its node.
    uint16_t random16;
    // 80 random bits, most significant byte first.
    uint8_t random80[10];
} sortid_scru160_fields;

// The settings of a SCRU160 generator.
typedef struct {
    sortid_limits limits;
    // Not 0 for the microsecond mode, in which the clock reads microseconds.
    uint32_t microseconds;
    // The number of random bits that the counter starts with: 0 to 15, or 0 to 5 in microsecond mode.
    uint32_t counter_init_bits;
    // The number of bits of `random16` that extend the counter.
    uint32_t counter_extension_bits;
    // The node ID. In `random16`, it comes after the counter extension, above the random bits.
    uint32_t node_id;
    // The number of bits of `random16` that the node ID takes.
    uint32_t node_id_bits;
} sortid_scru160_config;

// The memory of a SCRU160 generator. Initialise it with `sortid_scru160_init`. Do not copy or move it.
typedef struct {
    uint64_t reserved[SORTID_SCRU160_GENERATOR_WORDS];
} sortid_scru160_generator;

// A SCRU64 ID, most significant byte first. `memcmp` orders IDs.
typedef struct {
    uint8_t bytes[SORTID_SCRU64_BYTES];
} sortid_scru64_id;

// The fields of a SCRU64 ID.
typedef struct {
    // Units of 256 ms since 1970, 39 bits.
    uint64_t timestamp;
    // The node ID and the counter, 24 bits.
    uint32_t node_ctr;
} sortid_scru64_fields;

// A node of SCRU64.
typedef struct {
    uint32_t node_id;
    // The number of bits of the node ID, 1 to 23.
    uint32_t node_id_size;
    // Not 0 if the generator continues after `node_prev`. In that case, `node_id` must be the node ID of `node_prev`.
    uint32_t has_node_prev;
    // The ID to continue after.
    sortid_scru64_id node_prev;
} sortid_scru64_node_spec;

// The settings of a SCRU64 generator.
typedef struct {
    sortid_limits limits;
    sortid_scru64_node_spec node_spec;
    // The number of leading bits of the counter that start as 0.
    uint32_t guard_bits;
} sortid_scru64_config;

// The memory of a SCRU64 generator. Initialise it with `sortid_scru64_init`. Do not copy or move it.
typedef struct {
    uint64_t reserved[SORTID_SCRU64_GENERATOR_WORDS];
} sortid_scru64_generator;

// A ULID, most significant byte first. `memcmp` orders IDs.
typedef struct {
    uint8_t bytes[SORTID_ULID_BYTES];
} sortid_ulid_id;

// The fields of a ULID.
typedef struct {
    // Milliseconds since 1970, 48 bits.
    uint64_t timestamp;
    // 80 bits, most significant byte first.
    uint8_t randomness[10];
} sortid_ulid_fields;

// The settings of a ULID generator.
typedef struct {
    sortid_limits limits;
} sortid_ulid_config;

// The memory of a ULID generator. Initialise it with `sortid_ulid_init`. Do not copy or move it.
typedef struct {
    uint64_t reserved[SORTID_ULID_GENERATOR_WORDS];
} sortid_ulid_generator;

// A Ulid-Flake ID, most significant byte first. `memcmp` orders IDs.
typedef struct {
    uint8_t bytes[SORTID_ULID_FLAKE_BYTES];
} sortid_ulid_flake_id;

// The fields of a Ulid-Flake ID.
typedef struct {
    // Milliseconds since the epoch, 43 bits.
    uint64_t timestamp;
    // 20 bits.
    uint32_t randomness;
} sortid_ulid_flake_fields;

// The settings of a Ulid-Flake generator.
typedef struct {
    sortid_limits limits;
    // The epoch from which timestamps count. The default is 2024-01-01.
    uint64_t epoch_unix_ms;
    // Within a millisecond, the randomness grows by 1 to 2^n - 1. This is n, from 1 to 24. The default is 8.
    uint32_t entropy_bits;
} sortid_ulid_flake_config;

// The memory of a Ulid-Flake generator. Initialise it with `sortid_ulid_flake_init`. Do not copy or move it.
typedef struct {
    uint64_t reserved[SORTID_ULID_FLAKE_GENERATOR_WORDS];
} sortid_ulid_flake_generator;

// A scalable Ulid-Flake ID, most significant byte first. `memcmp` orders IDs.
typedef struct {
    uint8_t bytes[SORTID_ULID_FLAKE_SCALABLE_BYTES];
} sortid_ulid_flake_scalable_id;

// The fields of a scalable Ulid-Flake ID.
typedef struct {
    // Milliseconds since the epoch, 43 bits.
    uint64_t timestamp;
    // 15 bits.
    uint32_t randomness;
    // 5 bits.
    uint8_t scalability;
} sortid_ulid_flake_scalable_fields;

// The settings of a scalable Ulid-Flake generator.
typedef struct {
    sortid_limits limits;
    // The epoch from which timestamps count. The default is 2024-01-01.
    uint64_t epoch_unix_ms;
    // Within a millisecond, the randomness grows by 1 to 2^n - 1. This is n, from 1 to 16. The default is 8.
    uint32_t entropy_bits;
    // The number that identifies this generator, from 0 to 31.
    uint32_t scalability;
} sortid_ulid_flake_scalable_config;

// The memory of a scalable Ulid-Flake generator. Initialise it with `sortid_ulid_flake_scalable_init`. Do not copy or move it.
typedef struct {
    uint64_t reserved[SORTID_ULID_FLAKE_SCALABLE_GENERATOR_WORDS];
} sortid_ulid_flake_scalable_generator;

// A UUIDv7, most significant byte first. `memcmp` orders IDs.
typedef struct {
    uint8_t bytes[SORTID_UUID7_BYTES];
} sortid_uuid7_id;

// The fields of a UUIDv7.
typedef struct {
    // Milliseconds since 1970, 48 bits.
    uint64_t timestamp;
    // 12 bits: the upper bits of the counter.
    uint16_t rand_a;
    // 62 bits: the lower 30 bits of the counter, and 32 random bits.
    uint64_t rand_b;
} sortid_uuid7_fields;

// The settings of a UUIDv7 generator.
typedef struct {
    sortid_limits limits;
} sortid_uuid7_config;

// The memory of a UUIDv7 generator. Initialise it with `sortid_uuid7_init`. Do not copy or move it.
typedef struct {
    uint64_t reserved[SORTID_UUID7_GENERATOR_WORDS];
} sortid_uuid7_generator;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the name of a code in lowercase, such as `out_of_range`, and `unknown` for any other number. The test vectors use the
// same names.
const char *sortid_code_name(int32_t code);

// Parses a string: 25 characters of 0-9 and a-z, case-insensitive.
sortid_code sortid_scru128_parse(const char *text, size_t length, sortid_scru128_id *id, size_t *position);

// Writes the string of an ID and a 0 into a buffer of at least `SORTID_SCRU128_TEXT_SIZE` = 26 bytes.
sortid_code sortid_scru128_format(const sortid_scru128_id *id, char *buffer, size_t size);

// Reads an ID from its bytes, most significant first.
sortid_code sortid_scru128_from_bytes(const uint8_t *bytes, size_t length, sortid_scru128_id *id);

// Writes the bytes of an ID, most significant first, into a buffer of at least `SORTID_SCRU128_BYTES` = 16 bytes.
sortid_code sortid_scru128_to_bytes(const sortid_scru128_id *id, uint8_t *buffer, size_t size);

// Creates an ID from its fields.
sortid_code sortid_scru128_from_fields(const sortid_scru128_fields *fields, sortid_scru128_id *id);

// Writes the fields of an ID.
sortid_code sortid_scru128_to_fields(const sortid_scru128_id *id, sortid_scru128_fields *fields);

// Writes the time of an ID.
sortid_code sortid_scru128_unix_ms(const sortid_scru128_id *id, uint64_t *unix_ms);

// Creates the smallest ID of an instant, as the lower bound of a search.
sortid_code sortid_scru128_min_at(uint64_t unix_ms, sortid_scru128_id *id);

// Creates the largest ID of an instant, as the upper bound of a search.
sortid_code sortid_scru128_max_at(uint64_t unix_ms, sortid_scru128_id *id);

// Writes the default settings.
sortid_code sortid_scru128_config_default(sortid_scru128_config *config);

// Initialises the memory of a generator, which has `size` bytes. If `config` is null, uses the default settings. Copies what it
// needs from the settings and the sources. Initialising the memory again creates a new generator.
sortid_code sortid_scru128_init(sortid_scru128_generator *generator,
                                size_t size,
                                const sortid_scru128_config *config,
                                const sortid_sources *sources);

// Generates the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
sortid_code sortid_scru128_generate(sortid_scru128_generator *generator, sortid_scru128_id *id);

// Generates the next ID. After a rollback beyond the allowance, or if overflows took it as far ahead, starts over at the clock's
// reading. In SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_scru128_generate_or_reset(sortid_scru128_generator *generator, sortid_scru128_id *id);

// Generates the next ID for a reading in milliseconds since 1970, without calling the clock.
sortid_code sortid_scru128_generate_at(sortid_scru128_generator *generator, uint64_t unix_ms, sortid_scru128_id *id);

// Generates the next ID like `sortid_scru128_generate_at`, but starts over at the reading after a rollback beyond the allowance.
// In SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_scru128_generate_or_reset_at(sortid_scru128_generator *generator, uint64_t unix_ms, sortid_scru128_id *id);

// Continues after an ID, as if the generator had just generated it. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_scru128_resume_after(sortid_scru128_generator *generator, const sortid_scru128_id *id);

// Continues after an instant, as if all IDs up to it were used. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_scru128_resume_after_instant(sortid_scru128_generator *generator, uint64_t unix_ms);

// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
sortid_code sortid_scru128_last(sortid_scru128_generator *generator, sortid_scru128_id *id);

// Writes how far the last ID is ahead of an instant, in milliseconds, or 0 if it is not ahead.
sortid_code sortid_scru128_ahead_ms_at(sortid_scru128_generator *generator, uint64_t unix_ms, uint64_t *ahead_ms);

// Sets the ceiling: no later ID has a timestamp at or after this instant.
sortid_code sortid_scru128_set_ceiling_unix_ms(sortid_scru128_generator *generator, uint64_t unix_ms);

// Generates an ID for an instant, with all other fields as random as in a generator's first ID, without a generator.
sortid_code sortid_scru128_sample_at(uint64_t unix_ms, sortid_random random, void *random_context, sortid_scru128_id *id);

// Parses a string: 32 characters in base 32hex, or 40 in hexadecimal, case-insensitive.
sortid_code sortid_scru160_parse(const char *text, size_t length, sortid_scru160_id *id, size_t *position);

// Writes the string of an ID and a 0 into a buffer of at least `SORTID_SCRU160_TEXT_SIZE` = 33 bytes.
sortid_code sortid_scru160_format(const sortid_scru160_id *id, char *buffer, size_t size);

// Writes the hexadecimal string of an ID and a 0 into a buffer of at least `SORTID_SCRU160_HEX_SIZE` = 41 bytes.
sortid_code sortid_scru160_format_hex(const sortid_scru160_id *id, char *buffer, size_t size);

// Reads an ID from its bytes, most significant first.
sortid_code sortid_scru160_from_bytes(const uint8_t *bytes, size_t length, sortid_scru160_id *id);

// Writes the bytes of an ID, most significant first, into a buffer of at least `SORTID_SCRU160_BYTES` = 20 bytes.
sortid_code sortid_scru160_to_bytes(const sortid_scru160_id *id, uint8_t *buffer, size_t size);

// Creates an ID from its fields.
sortid_code sortid_scru160_from_fields(const sortid_scru160_fields *fields, sortid_scru160_id *id);

// Writes the fields of an ID.
sortid_code sortid_scru160_to_fields(const sortid_scru160_id *id, sortid_scru160_fields *fields);

// Writes the time of an ID.
sortid_code sortid_scru160_unix_ms(const sortid_scru160_id *id, uint64_t *unix_ms);

// Creates the smallest ID of an instant, as the lower bound of a search.
sortid_code sortid_scru160_min_at(uint64_t unix_ms, sortid_scru160_id *id);

// Creates the largest ID of an instant, as the upper bound of a search.
sortid_code sortid_scru160_max_at(uint64_t unix_ms, sortid_scru160_id *id);

// Writes the default settings.
sortid_code sortid_scru160_config_default(sortid_scru160_config *config);

// Writes the default settings of the microsecond mode.
sortid_code sortid_scru160_config_microseconds(sortid_scru160_config *config);

// Initialises the memory of a generator, which has `size` bytes. If `config` is null, uses the default settings. Copies what it
// needs from the settings and the sources. Initialising the memory again creates a new generator.
sortid_code sortid_scru160_init(sortid_scru160_generator *generator,
                                size_t size,
                                const sortid_scru160_config *config,
                                const sortid_sources *sources);

// Generates the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
sortid_code sortid_scru160_generate(sortid_scru160_generator *generator, sortid_scru160_id *id);

// Generates the next ID. After a rollback beyond the allowance, or if overflows took it as far ahead, starts over at the clock's
// reading. In SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_scru160_generate_or_reset(sortid_scru160_generator *generator, sortid_scru160_id *id);

// Generates the next ID for a reading in milliseconds since 1970, without calling the clock. In microsecond mode, the result is
// `SORTID_OTHER_UNIT`.
sortid_code sortid_scru160_generate_at(sortid_scru160_generator *generator, uint64_t unix_ms, sortid_scru160_id *id);

// Generates the next ID like `sortid_scru160_generate_at`, but starts over at the reading after a rollback beyond the allowance.
// In SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_scru160_generate_or_reset_at(sortid_scru160_generator *generator, uint64_t unix_ms, sortid_scru160_id *id);

// Generates the next ID for a reading in microseconds since 1970, without calling the clock. Outside microsecond mode, the result
// is `SORTID_OTHER_UNIT`.
sortid_code sortid_scru160_generate_at_us(sortid_scru160_generator *generator, uint64_t unix_us, sortid_scru160_id *id);

// Generates the next ID like `sortid_scru160_generate_at_us`, but starts over at the reading after a rollback beyond the
// allowance.
sortid_code sortid_scru160_generate_or_reset_at_us(sortid_scru160_generator *generator, uint64_t unix_us, sortid_scru160_id *id);

// Continues after an ID, as if the generator had just generated it. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_scru160_resume_after(sortid_scru160_generator *generator, const sortid_scru160_id *id);

// Continues after an instant, as if all IDs up to it were used. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_scru160_resume_after_instant(sortid_scru160_generator *generator, uint64_t unix_ms);

// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
sortid_code sortid_scru160_last(sortid_scru160_generator *generator, sortid_scru160_id *id);

// Writes how far the last ID is ahead of an instant, in milliseconds, or 0 if it is not ahead.
sortid_code sortid_scru160_ahead_ms_at(sortid_scru160_generator *generator, uint64_t unix_ms, uint64_t *ahead_ms);

// Sets the ceiling: no later ID has a timestamp at or after this instant.
sortid_code sortid_scru160_set_ceiling_unix_ms(sortid_scru160_generator *generator, uint64_t unix_ms);

// Generates an ID for an instant, with all other fields as random as in a generator's first ID, without a generator.
sortid_code sortid_scru160_sample_at(uint64_t unix_ms, sortid_random random, void *random_context, sortid_scru160_id *id);

// Parses a string: 12 characters of 0-9 and a-z, case-insensitive.
sortid_code sortid_scru64_parse(const char *text, size_t length, sortid_scru64_id *id, size_t *position);

// Writes the string of an ID and a 0 into a buffer of at least `SORTID_SCRU64_TEXT_SIZE` = 13 bytes.
sortid_code sortid_scru64_format(const sortid_scru64_id *id, char *buffer, size_t size);

// Reads an ID from its bytes, most significant first. Not all bytes are valid: the integer of an ID is below 36^12.
sortid_code sortid_scru64_from_bytes(const uint8_t *bytes, size_t length, sortid_scru64_id *id);

// Writes the bytes of an ID, most significant first, into a buffer of at least `SORTID_SCRU64_BYTES` = 8 bytes.
sortid_code sortid_scru64_to_bytes(const sortid_scru64_id *id, uint8_t *buffer, size_t size);

// Creates an ID from an integer below 36^12.
sortid_code sortid_scru64_from_u64(uint64_t integer, sortid_scru64_id *id);

// Writes the integer of an ID.
sortid_code sortid_scru64_to_u64(const sortid_scru64_id *id, uint64_t *integer);

// Creates an ID from its fields.
sortid_code sortid_scru64_from_fields(const sortid_scru64_fields *fields, sortid_scru64_id *id);

// Writes the fields of an ID.
sortid_code sortid_scru64_to_fields(const sortid_scru64_id *id, sortid_scru64_fields *fields);

// Writes the time of an ID.
sortid_code sortid_scru64_unix_ms(const sortid_scru64_id *id, uint64_t *unix_ms);

// Creates the smallest ID of an instant, as the lower bound of a search.
sortid_code sortid_scru64_min_at(uint64_t unix_ms, sortid_scru64_id *id);

// Creates the largest ID of an instant, as the upper bound of a search.
sortid_code sortid_scru64_max_at(uint64_t unix_ms, sortid_scru64_id *id);

// Parses a node spec: `42/8`, `0xb00/12`, or `0u2r85hm2pt3/16` to continue after that ID.
sortid_code sortid_scru64_node_spec_parse(const char *text, size_t length, sortid_scru64_node_spec *node_spec);

// Writes the default settings, for a node.
sortid_code sortid_scru64_config_default(const sortid_scru64_node_spec *node_spec, sortid_scru64_config *config);

// Initialises the memory of a generator, which has `size` bytes. The settings contain the node. If `config` is null, the result
// is `SORTID_NULL`. Copies what it needs from the settings and the sources. Initialising the memory again creates a new
// generator.
sortid_code sortid_scru64_init(sortid_scru64_generator *generator,
                               size_t size,
                               const sortid_scru64_config *config,
                               const sortid_sources *sources);

// Generates the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
sortid_code sortid_scru64_generate(sortid_scru64_generator *generator, sortid_scru64_id *id);

// Generates the next ID. After a rollback beyond the allowance, or if overflows took it as far ahead, starts over at the clock's
// reading. In SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_scru64_generate_or_reset(sortid_scru64_generator *generator, sortid_scru64_id *id);

// Generates the next ID for a reading in milliseconds since 1970, without calling the clock.
sortid_code sortid_scru64_generate_at(sortid_scru64_generator *generator, uint64_t unix_ms, sortid_scru64_id *id);

// Generates the next ID like `sortid_scru64_generate_at`, but starts over at the reading after a rollback beyond the allowance.
// In SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_scru64_generate_or_reset_at(sortid_scru64_generator *generator, uint64_t unix_ms, sortid_scru64_id *id);

// Continues after an ID, as if the generator had just generated it. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_scru64_resume_after(sortid_scru64_generator *generator, const sortid_scru64_id *id);

// Continues after an instant, as if all IDs up to it were used. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_scru64_resume_after_instant(sortid_scru64_generator *generator, uint64_t unix_ms);

// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
sortid_code sortid_scru64_last(sortid_scru64_generator *generator, sortid_scru64_id *id);

// Writes how far the last ID is ahead of an instant, in milliseconds, or 0 if it is not ahead.
sortid_code sortid_scru64_ahead_ms_at(sortid_scru64_generator *generator, uint64_t unix_ms, uint64_t *ahead_ms);

// Sets the ceiling: no later ID has a timestamp at or after this instant.
sortid_code sortid_scru64_set_ceiling_unix_ms(sortid_scru64_generator *generator, uint64_t unix_ms);

// Generates an ID for an instant, with a random counter, without a generator. Nothing prevents two such IDs, or one of them and a
// generated ID, from being equal. If `config` is null, the result is `SORTID_NULL`.
sortid_code sortid_scru64_sample_at(uint64_t unix_ms,
                                    const sortid_scru64_config *config,
                                    sortid_random random,
                                    void *random_context,
                                    sortid_scru64_id *id);

// Parses a string: 26 characters in Crockford's base 32, case-insensitive.
sortid_code sortid_ulid_parse(const char *text, size_t length, sortid_ulid_id *id, size_t *position);

// Parses a string that was typed by hand. Unlike `sortid_ulid_parse`, also accepts `I` and `L` as 1 and `O` as 0, and ignores
// hyphens. For a string of more than 48 bytes, including hyphens, the result is `SORTID_LENGTH`.
sortid_code sortid_ulid_parse_lenient(const char *text, size_t length, sortid_ulid_id *id, size_t *position);

// Writes the string of an ID and a 0 into a buffer of at least `SORTID_ULID_TEXT_SIZE` = 27 bytes.
sortid_code sortid_ulid_format(const sortid_ulid_id *id, char *buffer, size_t size);

// Reads an ID from its bytes, most significant first.
sortid_code sortid_ulid_from_bytes(const uint8_t *bytes, size_t length, sortid_ulid_id *id);

// Writes the bytes of an ID, most significant first, into a buffer of at least `SORTID_ULID_BYTES` = 16 bytes.
sortid_code sortid_ulid_to_bytes(const sortid_ulid_id *id, uint8_t *buffer, size_t size);

// Creates an ID from its fields.
sortid_code sortid_ulid_from_fields(const sortid_ulid_fields *fields, sortid_ulid_id *id);

// Writes the fields of an ID.
sortid_code sortid_ulid_to_fields(const sortid_ulid_id *id, sortid_ulid_fields *fields);

// Writes the time of an ID.
sortid_code sortid_ulid_unix_ms(const sortid_ulid_id *id, uint64_t *unix_ms);

// Creates the smallest ID of an instant, as the lower bound of a search.
sortid_code sortid_ulid_min_at(uint64_t unix_ms, sortid_ulid_id *id);

// Creates the largest ID of an instant, as the upper bound of a search.
sortid_code sortid_ulid_max_at(uint64_t unix_ms, sortid_ulid_id *id);

// Writes the default settings.
sortid_code sortid_ulid_config_default(sortid_ulid_config *config);

// Initialises the memory of a generator, which has `size` bytes. If `config` is null, uses the default settings. Copies what it
// needs from the settings and the sources. Initialising the memory again creates a new generator.
sortid_code sortid_ulid_init(sortid_ulid_generator *generator,
                             size_t size,
                             const sortid_ulid_config *config,
                             const sortid_sources *sources);

// Generates the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
sortid_code sortid_ulid_generate(sortid_ulid_generator *generator, sortid_ulid_id *id);

// Generates the next ID. After a rollback beyond the allowance, or if overflows took it as far ahead, starts over at the clock's
// reading. In SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_ulid_generate_or_reset(sortid_ulid_generator *generator, sortid_ulid_id *id);

// Generates the next ID for a reading in milliseconds since 1970, without calling the clock.
sortid_code sortid_ulid_generate_at(sortid_ulid_generator *generator, uint64_t unix_ms, sortid_ulid_id *id);

// Generates the next ID like `sortid_ulid_generate_at`, but starts over at the reading after a rollback beyond the allowance. In
// SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_ulid_generate_or_reset_at(sortid_ulid_generator *generator, uint64_t unix_ms, sortid_ulid_id *id);

// Continues after an ID, as if the generator had just generated it. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_ulid_resume_after(sortid_ulid_generator *generator, const sortid_ulid_id *id);

// Continues after an instant, as if all IDs up to it were used. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_ulid_resume_after_instant(sortid_ulid_generator *generator, uint64_t unix_ms);

// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
sortid_code sortid_ulid_last(sortid_ulid_generator *generator, sortid_ulid_id *id);

// Writes how far the last ID is ahead of an instant, in milliseconds, or 0 if it is not ahead.
sortid_code sortid_ulid_ahead_ms_at(sortid_ulid_generator *generator, uint64_t unix_ms, uint64_t *ahead_ms);

// Sets the ceiling: no later ID has a timestamp at or after this instant.
sortid_code sortid_ulid_set_ceiling_unix_ms(sortid_ulid_generator *generator, uint64_t unix_ms);

// Generates an ID for an instant, with all other fields as random as in a generator's first ID, without a generator.
sortid_code sortid_ulid_sample_at(uint64_t unix_ms, sortid_random random, void *random_context, sortid_ulid_id *id);

// Parses a string: 13 characters in Crockford's base 32, case-insensitive.
sortid_code sortid_ulid_flake_parse(const char *text, size_t length, sortid_ulid_flake_id *id, size_t *position);

// Writes the string of an ID and a 0 into a buffer of at least `SORTID_ULID_FLAKE_TEXT_SIZE` = 14 bytes.
sortid_code sortid_ulid_flake_format(const sortid_ulid_flake_id *id, char *buffer, size_t size);

// Reads an ID from its bytes, most significant first. Not all bytes are valid: the integer of an ID is below 2^63.
sortid_code sortid_ulid_flake_from_bytes(const uint8_t *bytes, size_t length, sortid_ulid_flake_id *id);

// Writes the bytes of an ID, most significant first, into a buffer of at least `SORTID_ULID_FLAKE_BYTES` = 8 bytes.
sortid_code sortid_ulid_flake_to_bytes(const sortid_ulid_flake_id *id, uint8_t *buffer, size_t size);

// Creates an ID from an integer below 2^63.
sortid_code sortid_ulid_flake_from_u64(uint64_t integer, sortid_ulid_flake_id *id);

// Writes the integer of an ID.
sortid_code sortid_ulid_flake_to_u64(const sortid_ulid_flake_id *id, uint64_t *integer);

// Creates an ID from its fields.
sortid_code sortid_ulid_flake_from_fields(const sortid_ulid_flake_fields *fields, sortid_ulid_flake_id *id);

// Writes the fields of an ID.
sortid_code sortid_ulid_flake_to_fields(const sortid_ulid_flake_id *id, sortid_ulid_flake_fields *fields);

// Writes the time of an ID, for timestamps that count from 2024.
sortid_code sortid_ulid_flake_unix_ms(const sortid_ulid_flake_id *id, uint64_t *unix_ms);

// Creates the smallest ID of an instant, as the lower bound of a search. Timestamps count from 2024.
sortid_code sortid_ulid_flake_min_at(uint64_t unix_ms, sortid_ulid_flake_id *id);

// Creates the largest ID of an instant, as the upper bound of a search. Timestamps count from 2024.
sortid_code sortid_ulid_flake_max_at(uint64_t unix_ms, sortid_ulid_flake_id *id);

// Writes the time of an ID, for timestamps that count from a different epoch than 2024. Writes `UINT64_MAX` if the time is later
// than that.
sortid_code sortid_ulid_flake_unix_ms_with_epoch(const sortid_ulid_flake_id *id, uint64_t epoch_unix_ms, uint64_t *unix_ms);

// Creates the smallest ID of an instant, for timestamps that count from a different epoch.
sortid_code sortid_ulid_flake_min_at_with_epoch(uint64_t unix_ms, uint64_t epoch_unix_ms, sortid_ulid_flake_id *id);

// Creates the largest ID of an instant, for timestamps that count from a different epoch.
sortid_code sortid_ulid_flake_max_at_with_epoch(uint64_t unix_ms, uint64_t epoch_unix_ms, sortid_ulid_flake_id *id);

// Writes the default settings.
sortid_code sortid_ulid_flake_config_default(sortid_ulid_flake_config *config);

// Initialises the memory of a generator, which has `size` bytes. If `config` is null, uses the default settings. Copies what it
// needs from the settings and the sources. Initialising the memory again creates a new generator.
sortid_code sortid_ulid_flake_init(sortid_ulid_flake_generator *generator,
                                   size_t size,
                                   const sortid_ulid_flake_config *config,
                                   const sortid_sources *sources);

// Generates the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
sortid_code sortid_ulid_flake_generate(sortid_ulid_flake_generator *generator, sortid_ulid_flake_id *id);

// Generates the next ID. After a rollback beyond the allowance, or if overflows took it as far ahead, starts over at the clock's
// reading. In SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_ulid_flake_generate_or_reset(sortid_ulid_flake_generator *generator, sortid_ulid_flake_id *id);

// Generates the next ID for a reading in milliseconds since 1970, without calling the clock.
sortid_code sortid_ulid_flake_generate_at(sortid_ulid_flake_generator *generator, uint64_t unix_ms, sortid_ulid_flake_id *id);

// Generates the next ID like `sortid_ulid_flake_generate_at`, but starts over at the reading after a rollback beyond the
// allowance. In SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_ulid_flake_generate_or_reset_at(sortid_ulid_flake_generator *generator,
                                                   uint64_t unix_ms,
                                                   sortid_ulid_flake_id *id);

// Continues after an ID, as if the generator had just generated it. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_ulid_flake_resume_after(sortid_ulid_flake_generator *generator, const sortid_ulid_flake_id *id);

// Continues after an instant, as if all IDs up to it were used. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_ulid_flake_resume_after_instant(sortid_ulid_flake_generator *generator, uint64_t unix_ms);

// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
sortid_code sortid_ulid_flake_last(sortid_ulid_flake_generator *generator, sortid_ulid_flake_id *id);

// Writes how far the last ID is ahead of an instant, in milliseconds, or 0 if it is not ahead.
sortid_code sortid_ulid_flake_ahead_ms_at(sortid_ulid_flake_generator *generator, uint64_t unix_ms, uint64_t *ahead_ms);

// Sets the ceiling: no later ID has a timestamp at or after this instant.
sortid_code sortid_ulid_flake_set_ceiling_unix_ms(sortid_ulid_flake_generator *generator, uint64_t unix_ms);

// Generates an ID for an instant, with everything else random, without a generator. If `config` is null, uses the default
// settings.
sortid_code sortid_ulid_flake_sample_at(uint64_t unix_ms,
                                        const sortid_ulid_flake_config *config,
                                        sortid_random random,
                                        void *random_context,
                                        sortid_ulid_flake_id *id);

// Parses a string: 13 characters in Crockford's base 32, case-insensitive.
sortid_code sortid_ulid_flake_scalable_parse(const char *text,
                                             size_t length,
                                             sortid_ulid_flake_scalable_id *id,
                                             size_t *position);

// Writes the string of an ID and a 0 into a buffer of at least `SORTID_ULID_FLAKE_SCALABLE_TEXT_SIZE` = 14 bytes.
sortid_code sortid_ulid_flake_scalable_format(const sortid_ulid_flake_scalable_id *id, char *buffer, size_t size);

// Reads an ID from its bytes, most significant first. Not all bytes are valid: the integer of an ID is below 2^63.
sortid_code sortid_ulid_flake_scalable_from_bytes(const uint8_t *bytes, size_t length, sortid_ulid_flake_scalable_id *id);

// Writes the bytes of an ID, most significant first, into a buffer of at least `SORTID_ULID_FLAKE_SCALABLE_BYTES` = 8 bytes.
sortid_code sortid_ulid_flake_scalable_to_bytes(const sortid_ulid_flake_scalable_id *id, uint8_t *buffer, size_t size);

// Creates an ID from an integer below 2^63.
sortid_code sortid_ulid_flake_scalable_from_u64(uint64_t integer, sortid_ulid_flake_scalable_id *id);

// Writes the integer of an ID.
sortid_code sortid_ulid_flake_scalable_to_u64(const sortid_ulid_flake_scalable_id *id, uint64_t *integer);

// Creates an ID from its fields.
sortid_code sortid_ulid_flake_scalable_from_fields(const sortid_ulid_flake_scalable_fields *fields,
                                                   sortid_ulid_flake_scalable_id *id);

// Writes the fields of an ID.
sortid_code sortid_ulid_flake_scalable_to_fields(const sortid_ulid_flake_scalable_id *id,
                                                 sortid_ulid_flake_scalable_fields *fields);

// Writes the time of an ID, for timestamps that count from 2024.
sortid_code sortid_ulid_flake_scalable_unix_ms(const sortid_ulid_flake_scalable_id *id, uint64_t *unix_ms);

// Creates the smallest ID of an instant, as the lower bound of a search. Timestamps count from 2024.
sortid_code sortid_ulid_flake_scalable_min_at(uint64_t unix_ms, sortid_ulid_flake_scalable_id *id);

// Creates the largest ID of an instant, as the upper bound of a search. Timestamps count from 2024.
sortid_code sortid_ulid_flake_scalable_max_at(uint64_t unix_ms, sortid_ulid_flake_scalable_id *id);

// Writes the time of an ID, for timestamps that count from a different epoch than 2024. Writes `UINT64_MAX` if the time is later
// than that.
sortid_code sortid_ulid_flake_scalable_unix_ms_with_epoch(const sortid_ulid_flake_scalable_id *id,
                                                          uint64_t epoch_unix_ms,
                                                          uint64_t *unix_ms);

// Creates the smallest ID of an instant, for timestamps that count from a different epoch.
sortid_code sortid_ulid_flake_scalable_min_at_with_epoch(uint64_t unix_ms,
                                                         uint64_t epoch_unix_ms,
                                                         sortid_ulid_flake_scalable_id *id);

// Creates the largest ID of an instant, for timestamps that count from a different epoch.
sortid_code sortid_ulid_flake_scalable_max_at_with_epoch(uint64_t unix_ms,
                                                         uint64_t epoch_unix_ms,
                                                         sortid_ulid_flake_scalable_id *id);

// Writes the default settings, for a scalability.
sortid_code sortid_ulid_flake_scalable_config_default(uint32_t scalability, sortid_ulid_flake_scalable_config *config);

// Initialises the memory of a generator, which has `size` bytes. The settings contain the scalability. If `config` is null, the
// result is `SORTID_NULL`. Copies what it needs from the settings and the sources. Initialising the memory again creates a new
// generator.
sortid_code sortid_ulid_flake_scalable_init(sortid_ulid_flake_scalable_generator *generator,
                                            size_t size,
                                            const sortid_ulid_flake_scalable_config *config,
                                            const sortid_sources *sources);

// Generates the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
sortid_code sortid_ulid_flake_scalable_generate(sortid_ulid_flake_scalable_generator *generator,
                                                sortid_ulid_flake_scalable_id *id);

// Generates the next ID. After a rollback beyond the allowance, or if overflows took it as far ahead, starts over at the clock's
// reading. In SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_ulid_flake_scalable_generate_or_reset(sortid_ulid_flake_scalable_generator *generator,
                                                         sortid_ulid_flake_scalable_id *id);

// Generates the next ID for a reading in milliseconds since 1970, without calling the clock.
sortid_code sortid_ulid_flake_scalable_generate_at(sortid_ulid_flake_scalable_generator *generator,
                                                   uint64_t unix_ms,
                                                   sortid_ulid_flake_scalable_id *id);

// Generates the next ID like `sortid_ulid_flake_scalable_generate_at`, but starts over at the reading after a rollback beyond the
// allowance. In SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_ulid_flake_scalable_generate_or_reset_at(sortid_ulid_flake_scalable_generator *generator,
                                                            uint64_t unix_ms,
                                                            sortid_ulid_flake_scalable_id *id);

// Continues after an ID, as if the generator had just generated it. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_ulid_flake_scalable_resume_after(sortid_ulid_flake_scalable_generator *generator,
                                                    const sortid_ulid_flake_scalable_id *id);

// Continues after an instant, as if all IDs up to it were used. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_ulid_flake_scalable_resume_after_instant(sortid_ulid_flake_scalable_generator *generator, uint64_t unix_ms);

// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
sortid_code sortid_ulid_flake_scalable_last(sortid_ulid_flake_scalable_generator *generator, sortid_ulid_flake_scalable_id *id);

// Writes how far the last ID is ahead of an instant, in milliseconds, or 0 if it is not ahead.
sortid_code sortid_ulid_flake_scalable_ahead_ms_at(sortid_ulid_flake_scalable_generator *generator,
                                                   uint64_t unix_ms,
                                                   uint64_t *ahead_ms);

// Sets the ceiling: no later ID has a timestamp at or after this instant.
sortid_code sortid_ulid_flake_scalable_set_ceiling_unix_ms(sortid_ulid_flake_scalable_generator *generator, uint64_t unix_ms);

// Generates an ID for an instant, with the scalability of the settings and everything else random, without a generator. If
// `config` is null, the result is `SORTID_NULL`.
sortid_code sortid_ulid_flake_scalable_sample_at(uint64_t unix_ms,
                                                 const sortid_ulid_flake_scalable_config *config,
                                                 sortid_random random,
                                                 void *random_context,
                                                 sortid_ulid_flake_scalable_id *id);

// Parses a string: 36 characters of 0-9 and a-f in groups with hyphens, case-insensitive.
sortid_code sortid_uuid7_parse(const char *text, size_t length, sortid_uuid7_id *id, size_t *position);

// Parses a string like `sortid_uuid7_parse`, but also accepts the other forms of a UUID: without hyphens, in braces, and after
// `urn:uuid:`.
sortid_code sortid_uuid7_parse_lenient(const char *text, size_t length, sortid_uuid7_id *id, size_t *position);

// Writes the string of an ID and a 0 into a buffer of at least `SORTID_UUID7_TEXT_SIZE` = 37 bytes.
sortid_code sortid_uuid7_format(const sortid_uuid7_id *id, char *buffer, size_t size);

// Reads an ID from its bytes, most significant first. Not all bytes are valid: UUIDs of other versions and variants are errors.
sortid_code sortid_uuid7_from_bytes(const uint8_t *bytes, size_t length, sortid_uuid7_id *id);

// Writes the bytes of an ID, most significant first, into a buffer of at least `SORTID_UUID7_BYTES` = 16 bytes.
sortid_code sortid_uuid7_to_bytes(const sortid_uuid7_id *id, uint8_t *buffer, size_t size);

// Creates an ID from its fields.
sortid_code sortid_uuid7_from_fields(const sortid_uuid7_fields *fields, sortid_uuid7_id *id);

// Writes the fields of an ID.
sortid_code sortid_uuid7_to_fields(const sortid_uuid7_id *id, sortid_uuid7_fields *fields);

// Writes the time of an ID.
sortid_code sortid_uuid7_unix_ms(const sortid_uuid7_id *id, uint64_t *unix_ms);

// Creates the smallest ID of an instant, as the lower bound of a search.
sortid_code sortid_uuid7_min_at(uint64_t unix_ms, sortid_uuid7_id *id);

// Creates the largest ID of an instant, as the upper bound of a search.
sortid_code sortid_uuid7_max_at(uint64_t unix_ms, sortid_uuid7_id *id);

// Writes the default settings.
sortid_code sortid_uuid7_config_default(sortid_uuid7_config *config);

// Initialises the memory of a generator, which has `size` bytes. If `config` is null, uses the default settings. Copies what it
// needs from the settings and the sources. Initialising the memory again creates a new generator.
sortid_code sortid_uuid7_init(sortid_uuid7_generator *generator,
                              size_t size,
                              const sortid_uuid7_config *config,
                              const sortid_sources *sources);

// Generates the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
sortid_code sortid_uuid7_generate(sortid_uuid7_generator *generator, sortid_uuid7_id *id);

// Generates the next ID. After a rollback beyond the allowance, or if overflows took it as far ahead, starts over at the clock's
// reading. In SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_uuid7_generate_or_reset(sortid_uuid7_generator *generator, sortid_uuid7_id *id);

// Generates the next ID for a reading in milliseconds since 1970, without calling the clock.
sortid_code sortid_uuid7_generate_at(sortid_uuid7_generator *generator, uint64_t unix_ms, sortid_uuid7_id *id);

// Generates the next ID like `sortid_uuid7_generate_at`, but starts over at the reading after a rollback beyond the allowance. In
// SCRU64 and Ulid-Flake, this can repeat IDs.
sortid_code sortid_uuid7_generate_or_reset_at(sortid_uuid7_generator *generator, uint64_t unix_ms, sortid_uuid7_id *id);

// Continues after an ID, as if the generator had just generated it. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_uuid7_resume_after(sortid_uuid7_generator *generator, const sortid_uuid7_id *id);

// Continues after an instant, as if all IDs up to it were used. If its last ID is later, this goes back and can repeat IDs.
sortid_code sortid_uuid7_resume_after_instant(sortid_uuid7_generator *generator, uint64_t unix_ms);

// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
sortid_code sortid_uuid7_last(sortid_uuid7_generator *generator, sortid_uuid7_id *id);

// Writes how far the last ID is ahead of an instant, in milliseconds, or 0 if it is not ahead.
sortid_code sortid_uuid7_ahead_ms_at(sortid_uuid7_generator *generator, uint64_t unix_ms, uint64_t *ahead_ms);

// Sets the ceiling: no later ID has a timestamp at or after this instant.
sortid_code sortid_uuid7_set_ceiling_unix_ms(sortid_uuid7_generator *generator, uint64_t unix_ms);

// Generates an ID for an instant, with all other fields as random as in a generator's first ID, without a generator.
sortid_code sortid_uuid7_sample_at(uint64_t unix_ms, sortid_random random, void *random_context, sortid_uuid7_id *id);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SORTID_H */
