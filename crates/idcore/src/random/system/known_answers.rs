//! Checks the cipher of [`SystemRandom`] against published keystreams.

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

/// Creates a source with a known seed.
fn seeded(seed: [u8; 32]) -> SystemRandom {
    let process_number = registered_process_number().expect("a fork handler");
    let seeded = Some((ChaCha8Core::from_seed(seed), RESEED_AFTER_BLOCKS));
    SystemRandom { seeded, process_number, ..SystemRandom::new() }
}

/// Converts four bytes to a word. The first byte is the lowest.
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
        // The first word contains the high bits of a wide field.
        let wide = seeded(key).draw_wide(Draw { field: "a test's", bits: 96 }).expect("it is seeded");
        let [first, second, third] = [0, 1, 2].map(|index| u128::from(expected[index]));
        assert_eq!(wide, first << 64 | second << 32 | third);
    }
}
