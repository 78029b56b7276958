//! Injected bugs in parsing, formatting and sorting IDs.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};

use super::applies::{
    all, base36_overflows, below_160_bits, crockford, has_constants, has_field_of_16_bits,
    has_field_of_32_bits, has_field_of_hex, has_hyphens, lacks_o, narrow, narrow_text_overflows, starts_at_0,
    text_overflows, text_overflows_by_one, wide,
};
use crate::layout::Layout;
use crate::rules::CodecRules;

fn power(bits: u32) -> BigUint {
    BigUint::from(1_u32) << bits
}

fn big_endian(int: &BigUint, bits: u32) -> Vec<u8> {
    let bytes = int.to_bytes_be();
    let count = usize::try_from(bits / 8).unwrap_or(0);
    let mut padded = vec![0; count.saturating_sub(bytes.len())];
    padded.extend(bytes);
    padded
}

/// Returns a function that splits an integer's bytes into groups and reads each group in two's complement.
fn signed_words(layout: &Layout, bytes: usize) -> impl Fn(&BigUint) -> Vec<BigInt> {
    move |int| big_endian(int, layout.bits()).chunks(bytes).map(BigInt::from_signed_bytes_be).collect()
}

/// Returns a function that splits an integer's bytes into groups, the last group first.
fn words_from_the_last(layout: &Layout, bytes: usize) -> impl Fn(&BigUint) -> Vec<Vec<u8>> {
    move |int| big_endian(int, layout.bits()).chunks(bytes).rev().map(<[u8]>::to_vec).collect()
}

/// Rounds down to 53 significant bits.
fn rounded(int: &BigUint) -> BigUint {
    let excess = int.bits().saturating_sub(53);
    (int >> excess) << excess
}

/// Compares two integers by a key.
fn by<K: Ord>(ints: [&BigUint; 2], key: impl Fn(&BigUint) -> K) -> Ordering {
    let [one, other] = ints.map(key);
    one.cmp(&other)
}

fn without(mut bytes: Vec<u8>, index: usize) -> Vec<u8> {
    bytes[index] = 0;
    bytes
}

/// Accepts a second number of bytes.
fn accepted(right: usize, present: usize, other: usize) -> Option<usize> {
    (present == right || present == other).then_some(right)
}

/// Returns `read` if the digit is `letter`, ignoring case. Otherwise, returns the digit.
fn alias(digit: char, letter: char, read: char) -> char {
    if digit.eq_ignore_ascii_case(&letter) { read } else { digit }
}

/// Removes the start and the end of a string, or only one of the two.
fn strip(text: &str, start: &str, end: &str) -> String {
    let text = text.strip_prefix(start).unwrap_or(text);
    text.strip_suffix(end).unwrap_or(text).to_owned()
}

/// Removes `urn:` and the name after it.
fn without_urn(text: &str, urn: &str) -> String {
    let named = text.strip_prefix(urn).and_then(|urn| urn.split_once(':'));
    named.map_or(text, |(_, text)| text).to_owned()
}

/// Replaces the characters at some positions of a UUID with hyphens.
fn with_hyphens(text: &str, positions: &[usize]) -> String {
    let at = |(byte, character)| if positions.contains(&byte) { '-' } else { character };
    if text.len() == 36 { text.char_indices().map(at).collect() } else { text.to_owned() }
}

fn position(alphabet: &str, digit: char) -> Option<usize> {
    alphabet.chars().position(|known| known.eq_ignore_ascii_case(&digit))
}

bugs! { CodecRules:
    "endianness" {
        "bytes start with the least significant", all: bytes = |bytes| bytes.into_iter().rev().collect();
        "the bytes of each 16-bit word are swapped", all:
            bytes = |bytes| bytes.chunks(2).flat_map(|word| word.iter().rev()).copied().collect();
        "the bytes of each 32-bit word are swapped", all:
            bytes = |bytes| bytes.chunks(4).flat_map(|word| word.iter().rev()).copied().collect();
        "the 32-bit words are in reverse order", all:
            bytes = |bytes| bytes.chunks(4).rev().flatten().copied().collect();
        "the bytes of each 64-bit word are swapped", wide:
            bytes = |bytes| bytes.chunks(8).flat_map(|word| word.iter().rev()).copied().collect();
        "the first 8 bytes are swapped with the next 8", wide:
            bytes = |bytes| [&bytes[8..16], &bytes[..8], &bytes[16..]].concat();
        "the first 6 bytes, of the timestamp, are swapped", all:
            bytes = |bytes| bytes[..6].iter().rev().chain(&bytes[6..]).copied().collect();
        "the first byte is lost", all: bytes = |bytes| without(bytes, 0);
        "the last byte is lost", all: bytes = |bytes| without(bytes, 7);
    }
    "sign" {
        "integers are shown as signed ones", wide: shown = |int, of| signed_words(of, 20)(&int).remove(0);
        "the sign of an integer is dropped", all:
            int = |int, layout| Some(int.magnitude().clone()).filter(|int| *int < (layout.limit)());
        "negative integers wrap", all: int = |int, layout| {
            let int = if int.sign() == Sign::Minus { int + BigInt::from(power(layout.bits())) } else { int };
            int.to_biguint().filter(|int| *int < (layout.limit)())
        };
        "the sign of a field is dropped", all:
            field = |value, _, largest| Some(value.magnitude().clone()).filter(|value| value <= largest);
        "negative fields wrap", all: field = |value, bits, largest| {
            let value = if value.sign() == Sign::Minus { value + BigInt::from(power(bits)) } else { value };
            // The uppermost bits of some timestamps are always 0.
            value
                .to_biguint()
                .filter(|value| value.bits() <= u64::from(bits))
                .map(|value| value.min(largest.clone()))
        };
        "negative fields become 0", all:
            field = |value, _, largest|
                Some(value.to_biguint().unwrap_or_default()).filter(|value| value <= largest);
    }
    "order" {
        "IDs are sorted as signed integers", wide:
            compare = |one, other, of| by([one, other], signed_words(of, 20));
        "IDs are sorted as signed bytes", all: compare = |one, other, of| by([one, other], signed_words(of, 1));
        "IDs are sorted as signed 32-bit words", all:
            compare = |one, other, of| by([one, other], signed_words(of, 4));
        "IDs are sorted as signed 64-bit words", wide:
            compare = |one, other, of| by([one, other], signed_words(of, 8));
        "IDs are sorted from the least significant byte", all:
            compare = |one, other, of| by([one, other], words_from_the_last(of, 1));
        "IDs are sorted as 32-bit words, the least significant first", all:
            compare = |one, other, of| by([one, other], words_from_the_last(of, 4));
        "IDs are sorted as floating-point numbers", all: compare = |one, other, _| by([one, other], rounded);
        "IDs are sorted only by their timestamps", all:
            compare = |one, other, of| by([one, other], |int| of.values(int)[0].clone());
        "IDs are sorted only by their first 64 bits", wide:
            compare = |one, other, of| by([one, other], |int| int >> (of.bits() - 64));
        "IDs are sorted only by their last 64 bits", wide:
            compare = |one, other, _| by([one, other], |int| int % power(64));
        "IDs are sorted by their decimal digits", all: compare = |one, other, _| by([one, other], ToString::to_string);
        "IDs are sorted in descending order", all: compare = |one, other, _| other.cmp(one);
        "IDs are sorted by their fields from the last", all:
            compare = |one, other, of| by([one, other], |int| of.values(int).into_iter().rev().collect::<Vec<_>>());
        "IDs are sorted by difference, in 32 bits", all: compare = |one, other, _| {
            let difference = (one + power(192) - other) % power(32);
            difference.clone().cmp(&BigUint::ZERO).then(power(31).cmp(&difference))
        };
    }
    "width" {
        "the excess bits of an integer are dropped", all:
            int = |int, layout| Some(int.to_biguint()? % (layout.limit)());
        "integers have the bits of the bytes", narrow:
            int = |int, layout| int.to_biguint().filter(|int| *int < power(layout.bits()));
        "a large integer becomes the largest", all: int = |int, layout| Some(int.to_biguint()?.min(layout.max()));
        "the largest integer plus one is accepted", all:
            int = |int, layout| int.to_biguint().filter(|int| *int <= (layout.limit)());
        "the largest integer is rejected", all:
            int = |int, layout| int.to_biguint().filter(|int| *int < layout.max());
        "integers have 64 bits", wide: int = |int, _| int.to_biguint().filter(|int| *int < power(64));
        "integers lose precision above 53 bits", all: shown = |int, _| rounded(&int).into();
        "the excess bits of a field are dropped", all:
            field = |value, _, largest| Some(value.to_biguint()? % (largest + 1_u32));
        "a field is read as 16 bits", has_field_of_16_bits: field = |value, bits, largest| {
            let value = if bits <= 16 { value.to_biguint()? % power(16) } else { value.to_biguint()? };
            Some(value).filter(|value| value <= largest)
        };
        "a field is read as 32 bits", has_field_of_32_bits: field = |value, bits, largest| {
            let value = if bits <= 32 { value.to_biguint()? % power(32) } else { value.to_biguint()? };
            Some(value).filter(|value| value <= largest)
        };
        "a field is read as 128 bits", has_field_of_hex:
            field = |value, _, largest|
                Some(value.to_biguint()? % power(128)).filter(|value| value <= largest);
        "a large field becomes its largest", all:
            field = |value, _, largest| Some(value.to_biguint()?.min(largest.clone()));
        "a field that is the same in every ID is not checked", has_constants: constant = |value, _| Some(value);
        "a field that is the same in every ID is replaced", has_constants: constant = |_, right| Some(right);
        "all bits clear or set are an ID", has_constants: int = |int, layout| {
            let int = int.to_biguint()?;
            let is_end = int == BigUint::ZERO || int == (layout.limit)() - 1_u32;
            (layout.is_id(&int) || is_end).then_some(int)
        };
        "the largest of a field is rejected", all:
            field = |value, _, largest| value.to_biguint().filter(|value| value < largest);
        "excess bytes are ignored", all: byte_count = |right, present| (present >= right).then_some(right);
        "missing bytes are 0", all: byte_count = |right, present| (present <= right).then_some(present);
        "20 bytes are accepted", below_160_bits: byte_count = |right, present| accepted(right, present, 20);
        "36 bytes are accepted", starts_at_0: byte_count = |right, present| accepted(right, present, 36);
        "no bytes are the smallest ID", starts_at_0:
            byte_count = |right, present| (present == right || present == 0).then_some(present);
        "twice the bytes are accepted", all: byte_count = |right, present| accepted(right, present, 2 * right);
    }
    "case folding" {
        "the other letter case is rejected", all:
            digit = |alphabet, digit| alphabet.chars().position(|known| known == digit);
        "mixed letter cases are rejected", all: prepare = |text, _| {
            let has = |is: fn(char) -> bool| text.chars().any(is);
            let mixed = has(|digit| digit.is_ascii_lowercase()) && has(|digit| digit.is_ascii_uppercase());
            if mixed { String::new() } else { text.to_owned() }
        };
        "the text form is written in the other letter case", all: written = |digits| {
            let upper = digits.to_ascii_uppercase();
            if upper == digits { digits.to_ascii_lowercase() } else { upper }
        };
        "bit 5 of every character is set", all:
            digit = |alphabet, digit|
                position(alphabet, char::from_u32(u32::from(digit) | 0x20).unwrap_or(digit));
        "characters change their case as in Unicode", all:
            length = |text| text.chars().count(),
            digit = |alphabet, digit| {
                let upper = digit.to_uppercase().next().unwrap_or(digit);
                let digit = upper.to_lowercase().next().unwrap_or(digit);
                position(alphabet, digit)
            };
        "the whole string changes its case as in Unicode", all:
            prepare = |text, _| text.to_uppercase().to_lowercase();
        "fullwidth characters are digits", all:
            length = |text| text.chars().count(),
            digit = |alphabet, digit| {
                let code = u32::from(digit);
                let narrow = if (0xff01..=0xff5e).contains(&code) { code - 0xfee0 } else { code };
                position(alphabet, char::from_u32(narrow).unwrap_or(digit))
            };
        "digits of other scripts are digits", all:
            length = |text| text.chars().count(),
            digit = |alphabet, digit| {
                let arabic = u32::from(digit).checked_sub(0x660).filter(|digit| *digit < 10);
                position(alphabet, arabic.and_then(|digit| char::from_digit(digit, 10)).unwrap_or(digit))
            };
        "the upper bits of a character are dropped", all:
            length = |text| text.chars().count(),
            digit = |alphabet, digit| position(alphabet, char::from(u32::from(digit).to_le_bytes()[0]));
    }
    "characters" {
        "surrounding whitespace is ignored", all: prepare = |text, _| text.trim().to_owned();
        "a trailing line feed is ignored", all: prepare = |text, _| strip(text, "", "\n");
        "a leading line feed is ignored", all: prepare = |text, _| strip(text, "\n", "");
        "the last of several lines is read", all:
            prepare = |text, digits| text.rsplit('\n').find(|line| line.len() == digits).unwrap_or(text).to_owned();
        "surrounding tabs are ignored", all: prepare = |text, _| strip(text, "\t", "\t");
        "surrounding carriage returns are ignored", all: prepare = |text, _| strip(text, "\r", "\r");
        "surrounding no-break spaces are ignored", all: prepare = |text, _| strip(text, "\u{a0}", "\u{a0}");
        "parentheses are ignored", all: prepare = |text, _| strip(text, "(", ")");
        "an opening brace is ignored", all: prepare = |text, _| strip(text, "{", "");
        "a URN is read", all: prepare = |text, _| without_urn(text, "urn:");
        "an uppercase URN is read", all: prepare = |text, _| without_urn(text, "URN:");
        "the prefix of a kind is ignored", all: prepare = |text, _| strip(text, "ord_", "");
        "an integer in decimal is read", all: prepare = |text, digits| {
            let is_int = text.len() > digits && !text.starts_with('0') && text.chars().all(char::is_numeric);
            if is_int { "0".repeat(digits) } else { text.to_owned() }
        };
        "text ends at a NUL", all: prepare = |text, _| text.split('\0').next().unwrap_or(text).to_owned();
        "hyphens are ignored", all: prepare = |text, _| text.replace('-', "");
        "underscores are ignored", all: prepare = |text, _| text.replace('_', "");
        "inner spaces are ignored", all: prepare = |text, _| text.replace(' ', "");
        "a zero-width space is ignored", all: prepare = |text, _| text.trim_matches('\u{200b}').to_owned();
        "a blank is a leading zero", all: prepare = |text, _| text.replacen(' ', "0", 1);
        "a tab is a leading zero", all: prepare = |text, _| text.replacen('\t', "0", 1);
        "a prefix of hexadecimal is two zeros", has_hyphens: prepare = |text, _| text.replace("0x", "00");
        "a plus sign in each group is a zero", has_hyphens: prepare = |text, _| text.replace("-+", "-0");
        "a blank in each group is a zero", has_hyphens: prepare = |text, _| text.replace("- ", "-0");
        "a blank at the end of each group is a zero", has_hyphens: prepare = |text, _| text.replace(" -", "0-");
        "an underscore inside a group is a zero", has_hyphens: prepare = |text, _| {
            let is_at_end = format!("-{text}-").contains("-_") || format!("-{text}-").contains("_-");
            if is_at_end { text.to_owned() } else { text.replace('_', "0") }
        };
        "only the first hyphen is checked", has_hyphens: prepare = |text, _| with_hyphens(text, &[13, 18, 23]);
        "only the last hyphen is checked", has_hyphens: prepare = |text, _| with_hyphens(text, &[8, 13, 18]);
        "a space stands for a hyphen", has_hyphens: prepare = |text, _| text.replace(' ', "-");
        "digits in each group can be missing", has_hyphens: prepare = |text, _| {
            let groups: Vec<_> = text.split('-').collect();
            let widths = [8, 4, 4, 4, 12].iter().zip(&groups);
            let padded: Vec<_> = widths.map(|(width, group)| format!("{group:0>width$}")).collect();
            if groups.len() == 5 { padded.join("-") } else { text.to_owned() }
        };
        "a hyphen in place of a digit is 0", all:
            digit = |alphabet, digit| if digit == '-' { Some(0) } else { position(alphabet, digit) };
        "the six characters after 9 are digits", all: digit = |alphabet, digit| {
            let next = (':'..='?').position(|next| next == digit).map(|at| at + 10);
            position(alphabet, digit).or(next)
        };
        "a minus sign is a leading zero", all:
            prepare = |text, _| text.strip_prefix('-').map_or(text.to_owned(), |rest| format!("0{rest}"));
        "a plus sign is ignored", all: prepare = |text, _| strip(text, "+", "");
        "a plus sign is a leading zero", all: prepare = |text, _| text.replacen('+', "0", 1);
        "a minus sign is ignored", all: prepare = |text, _| strip(text, "-", "");
        "a byte order mark is ignored", all: prepare = |text, _| strip(text, "\u{feff}", "");
        "0x is ignored", all: prepare = |text, _| strip(text, "0x", "");
        "braces and quotes are ignored", all: prepare = |text, _| text.trim_matches(['{', '}', '"']).to_owned();
        "padding is ignored", all: prepare = |text, _| text.trim_end_matches('=').to_owned();
        "a character that is no digit is 0", all: digit = |alphabet, digit| position(alphabet, digit).or(Some(0));
        "the character after the last digit is a digit", all: digit = |alphabet, digit| {
            let last = alphabet.chars().last().map(|last| u32::from(last) + 1).and_then(char::from_u32);
            position(alphabet, digit).or((Some(digit) == last).then_some(alphabet.len() - 1))
        };
        "I is 1", lacks_o: digit = |alphabet, digit| position(alphabet, alias(digit, 'i', '1'));
        "L is 1", lacks_o: digit = |alphabet, digit| position(alphabet, alias(digit, 'l', '1'));
        "O is 0", lacks_o: digit = |alphabet, digit| position(alphabet, alias(digit, 'o', '0'));
        "U is V", crockford: digit = |alphabet, digit| position(alphabet, alias(digit, 'u', 'v'));
    }
    "length" {
        "the length is not checked", all: reasons = ["digit", "overflow", "overflow"];
        "missing digits are 0", all: prepare = |text, digits| format!("{text:0>digits$}");
        "excess digits are ignored", all: prepare = |text, digits| {
            let has_hex_form = text.len() == 40 && digits == 32;
            text.chars().take(if has_hex_form { 40 } else { digits }).collect()
        };
        "leading zeros in excess are ignored", all: prepare = |text, digits| {
            let excess = text.len().saturating_sub(digits);
            let zeros = text.len() - text.trim_start_matches('0').len();
            if excess == zeros.min(excess) { text[excess..].to_owned() } else { text.to_owned() }
        };
        "no string is the smallest ID", all:
            prepare = |text, digits| if text.is_empty() { "0".repeat(digits) } else { text.to_owned() };
        "characters are counted", all: length = |text| text.chars().count();
        "leading zeros are not written", all: written = |digits| digits.trim_start_matches('0').to_owned();
        "leading zeros are written at the end", all:
            written = |digits| format!("{:0<1$}", digits.trim_start_matches('0'), digits.len());
        "a leading zero too many is written", all: written = |digits| format!("0{digits}");
    }
    "overflow" {
        "the excess bits of a string are dropped", text_overflows: fit = |int, layout| Some(int % (layout.limit)());
        "a string above the maximum is the largest ID", text_overflows: fit = |int, layout| Some(int.min(layout.max()));
        "the largest ID plus one is accepted as text", text_overflows_by_one:
            fit = |int, layout| (int <= (layout.limit)()).then_some(int);
        "the largest ID is rejected as text", all: fit = |int, layout| (int < layout.max()).then_some(int);
        "only the first digit of a string is checked", base36_overflows:
            fit = |int, layout|
                (int < BigUint::from(36_u32).pow(24) * 16_u32).then(|| int % (layout.limit)());
        "the bits of the bytes are checked", narrow_text_overflows:
            fit = |int, layout| (int < power(layout.bits())).then(|| int % (layout.limit)());
    }
    "reasons" {
        "digits are checked before the length", all: reasons = ["digit", "length", "overflow"];
        "the last of several wrong digits is reported", all: reported = |_, found| found;
        "a value that is too large is reported before a wrong digit", text_overflows:
            reasons = ["length", "overflow", "digit"];
        "positions start at 1", all: position = |_, byte| byte + 1;
        "positions count from the end", all: position = |text, byte| text.len() - byte;
        "the position is always 0", all: position = |_, _| 0;
    }
}
