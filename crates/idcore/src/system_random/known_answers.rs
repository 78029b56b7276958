//! The cipher as [`SystemRandom`] uses it, against published keystreams and against its definition.

use std::vec::Vec;

use super::*;

/// Keys and the first 128 bytes of their keystreams, for 8 rounds, 256-bit keys and an IV of zeros:
/// draft-strombergson-chacha-test-vectors-01, TC1 and TC2.
const PUBLISHED: [([u8; 32], &str); 2] = [
    (
        [0; 32],
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e\
         984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42\
         d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b\
         5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa",
    ),
    (
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea\
         289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8\
         b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638\
         291941feb49965587c4fdfe219cf0ec132a6cd4dc067392e67982fe53278c0b4",
    ),
];

/// A source with a known seed, as the system might have given it.
fn seeded(seed: [u8; 32]) -> SystemRandom {
    let forks = forks().expect("a fork handler");
    let seeded = Some((ChaCha8Core::from_seed(seed), RESEED_AFTER_BLOCKS));
    SystemRandom { seeded, forks, ..SystemRandom::new() }
}

/// Words of four bytes, of which the first is the lowest.
fn published_words(keystream: &str) -> Vec<u32> {
    let word =
        |start: usize| u32::from_str_radix(&keystream[start..start + 8], 16).expect("hexadecimal digits");
    (0..keystream.len()).step_by(8).map(|start| word(start).swap_bytes()).collect()
}

#[test]
fn draws_are_the_published_keystreams() {
    for (key, keystream) in PUBLISHED {
        let expected = published_words(keystream);
        let mut random = seeded(key);
        for (index, word) in expected.iter().enumerate() {
            assert_eq!(random.next_u32().expect("it is seeded"), *word, "word {index}");
        }
        // The first word is the high bits of a wide field.
        let wide = seeded(key).draw_wide(Draw { field: "a test's", bits: 96 }).expect("it is seeded");
        let [first, second, third] = [0, 1, 2].map(|index| u128::from(expected[index]));
        assert_eq!(wide, first << 64 | second << 32 | third);
    }
}

/// All 64 KiB from one seed: the counter of the cipher's blocks starts at 0 and skips nothing, although 64 words are made at
/// once.
#[test]
fn draws_follow_the_definition_until_the_next_seed() {
    let mut key = [0; 32];
    for (byte, value) in key.iter_mut().zip(7_u8..) {
        *byte = value.wrapping_mul(31);
    }
    let mut random = seeded(key);
    let words = RESEED_AFTER_BLOCKS * u32::try_from(BLOCK_WORDS).expect("it is small");
    for block in 0..words / 16 {
        for (index, word) in chacha8_block(key, block).into_iter().enumerate() {
            assert_eq!(random.next_u32().expect("it is seeded"), word, "block {block}, word {index}");
        }
    }
    assert_ne!(random.next_u32().expect("the system has randomness"), chacha8_block(key, words / 16)[0]);
}

#[test]
fn the_definition_gives_the_published_keystreams() {
    for (key, keystream) in PUBLISHED {
        let blocks = [chacha8_block(key, 0), chacha8_block(key, 1)];
        assert_eq!(blocks.as_flattened(), published_words(keystream));
    }
}

/// A block of the keystream, as in Bernstein's "ChaCha, a variant of Salsa20", with an IV of zeros.
fn chacha8_block(key: [u8; 32], counter: u32) -> [u32; 16] {
    let mut start = [0; 16];
    start[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
    for (word, bytes) in start[4..12].iter_mut().zip(key.chunks_exact(4)) {
        *word = u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    }
    start[12] = counter;
    let mut state = start;
    for _ in 0..4 {
        for [a, b, c, d] in [
            [0, 4, 8, 12],
            [1, 5, 9, 13],
            [2, 6, 10, 14],
            [3, 7, 11, 15],
            [0, 5, 10, 15],
            [1, 6, 11, 12],
            [2, 7, 8, 13],
            [3, 4, 9, 14],
        ] {
            for (sum, addend, mixed, bits) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
                state[sum] = u32::wrapping_add(state[sum], state[addend]);
                state[mixed] = (state[mixed] ^ state[sum]).rotate_left(bits);
            }
        }
    }
    for (word, start) in state.iter_mut().zip(start) {
        *word = word.wrapping_add(start);
    }
    state
}
