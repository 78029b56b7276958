//! Faults in reading, writing and sorting IDs.

use num_bigint::{BigInt, BigUint, Sign};

use super::Row;
use super::applies::{
    all, base36_overflows, crockford, has_field_of_16_bits, has_field_of_32_bits, has_field_of_hex, narrow,
    narrow_text_overflows, starts_at_0, text_overflows, wide,
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

/// The integer in two's complement.
fn signed(int: &BigUint, bits: u32) -> BigInt {
    BigInt::from_signed_bytes_be(&big_endian(int, bits))
}

/// The integers of groups of bytes in two's complement.
fn signed_words(int: &BigUint, layout: &Layout, bytes: usize) -> Vec<BigInt> {
    big_endian(int, layout.bits()).chunks(bytes).map(BigInt::from_signed_bytes_be).collect()
}

fn without(mut bytes: Vec<u8>, index: usize) -> Vec<u8> {
    bytes[index] = 0;
    bytes
}

fn alias(digit: char) -> char {
    match digit {
        'I' | 'i' | 'L' | 'l' => '1',
        'O' | 'o' => '0',
        other => other,
    }
}

fn position(alphabet: &str, digit: char) -> Option<usize> {
    alphabet.chars().position(|known| known.eq_ignore_ascii_case(&digit))
}

pub(super) const FAULTS: &[Row<CodecRules>] = &[
    ("endianness", "bytes start with the least significant", all, |rules| {
        rules.bytes = |bytes| bytes.into_iter().rev().collect()
    }),
    ("endianness", "the bytes of each 16-bit word are swapped", all, |rules| {
        rules.bytes = |bytes| bytes.chunks(2).flat_map(|word| word.iter().rev()).copied().collect()
    }),
    ("endianness", "the bytes of each 32-bit word are swapped", all, |rules| {
        rules.bytes = |bytes| bytes.chunks(4).flat_map(|word| word.iter().rev()).copied().collect()
    }),
    ("endianness", "the 32-bit words are in reverse order", all, |rules| {
        rules.bytes = |bytes| bytes.chunks(4).rev().flatten().copied().collect()
    }),
    ("endianness", "the bytes of each 64-bit word are swapped", wide, |rules| {
        rules.bytes = |bytes| bytes.chunks(8).flat_map(|word| word.iter().rev()).copied().collect()
    }),
    ("endianness", "the first 8 bytes are swapped with the next 8", wide, |rules| {
        rules.bytes = |mut bytes| {
            let (first, rest) = bytes.split_at_mut(8);
            first.swap_with_slice(&mut rest[..8]);
            bytes
        }
    }),
    ("endianness", "the first 6 bytes, of the timestamp, are swapped", all, |rules| {
        rules.bytes = |mut bytes| {
            bytes[..6].reverse();
            bytes
        }
    }),
    ("endianness", "the first byte is lost", all, |rules| rules.bytes = |bytes| without(bytes, 0)),
    ("endianness", "the last byte is lost", all, |rules| rules.bytes = |bytes| without(bytes, 7)),
    ("sign", "integers are shown as signed ones", wide, |rules| {
        rules.shown = |int, layout| signed(&int, layout.bits())
    }),
    ("sign", "the sign of an integer is dropped", all, |rules| {
        rules.int = |int, layout| Some(int.magnitude().clone()).filter(|int| *int < (layout.limit)())
    }),
    ("sign", "negative integers wrap", all, |rules| {
        rules.int = |int, layout| {
            let int = if int.sign() == Sign::Minus { int + BigInt::from(power(layout.bits())) } else { int };
            int.to_biguint().filter(|int| *int < (layout.limit)())
        }
    }),
    ("sign", "the sign of a field is dropped", all, |rules| {
        rules.field = |value, _, largest| Some(value.magnitude().clone()).filter(|value| value <= largest);
    }),
    ("sign", "negative fields wrap", all, |rules| {
        rules.field = |value, bits, largest| {
            let value = if value.sign() == Sign::Minus { value + BigInt::from(power(bits)) } else { value };
            // The uppermost bits of some timestamps are always 0.
            value
                .to_biguint()
                .filter(|value| value.bits() <= u64::from(bits))
                .map(|value| value.min(largest.clone()))
        }
    }),
    ("sign", "negative fields become 0", all, |rules| {
        rules.field =
            |value, _, largest| Some(value.to_biguint().unwrap_or_default()).filter(|value| value <= largest);
    }),
    ("order", "IDs are sorted as signed integers", wide, |rules| {
        rules.compare = |one, other, layout| signed(one, layout.bits()).cmp(&signed(other, layout.bits()));
    }),
    ("order", "IDs are sorted as signed bytes", all, |rules| {
        rules.compare = |one, other, layout| signed_words(one, layout, 1).cmp(&signed_words(other, layout, 1))
    }),
    ("order", "IDs are sorted as signed 32-bit words", all, |rules| {
        rules.compare = |one, other, layout| signed_words(one, layout, 4).cmp(&signed_words(other, layout, 4))
    }),
    ("order", "IDs are sorted as signed 64-bit words", wide, |rules| {
        rules.compare = |one, other, layout| signed_words(one, layout, 8).cmp(&signed_words(other, layout, 8))
    }),
    ("order", "IDs are sorted from the least significant byte", all, |rules| {
        rules.compare = |one, other, layout| {
            let bytes = |int| big_endian(int, layout.bits()).into_iter().rev();
            bytes(one).cmp(bytes(other))
        }
    }),
    ("order", "IDs are sorted as 32-bit words, the least significant first", all, |rules| {
        rules.compare = |one, other, layout| {
            let words =
                |int| big_endian(int, layout.bits()).chunks(4).rev().map(<[u8]>::to_vec).collect::<Vec<_>>();
            words(one).cmp(&words(other))
        }
    }),
    ("order", "IDs are sorted as floating-point numbers", all, |rules| {
        rules.compare = |one, other, _| {
            let rounded = |int: &BigUint| {
                let excess = int.bits().saturating_sub(53);
                (int >> excess) << excess
            };
            rounded(one).cmp(&rounded(other))
        }
    }),
    ("order", "IDs are sorted by their timestamps alone", all, |rules| {
        rules.compare = |one, other, layout| layout.values(one)[0].cmp(&layout.values(other)[0])
    }),
    ("order", "IDs are sorted by their first 64 bits alone", wide, |rules| {
        rules.compare = |one, other, layout| {
            let first = |int: &BigUint| int >> (layout.bits() - 64);
            first(one).cmp(&first(other))
        }
    }),
    ("order", "IDs are sorted by their last 64 bits alone", wide, |rules| {
        rules.compare = |one, other, _| (one % power(64)).cmp(&(other % power(64)))
    }),
    ("order", "IDs are sorted by their decimal digits", all, |rules| {
        rules.compare = |one, other, _| one.to_string().cmp(&other.to_string())
    }),
    ("order", "IDs are sorted in descending order", all, |rules| {
        rules.compare = |one, other, _| other.cmp(one)
    }),
    ("order", "IDs are sorted by their fields from the last", all, |rules| {
        rules.compare =
            |one, other, layout| layout.values(one).iter().rev().cmp(layout.values(other).iter().rev());
    }),
    ("order", "IDs are sorted by difference, in 32 bits", all, |rules| {
        rules.compare = |one, other, _| {
            let difference = (one + power(192) - other) % power(32);
            difference.clone().cmp(&BigUint::ZERO).then(power(31).cmp(&difference))
        }
    }),
    ("width", "the excess bits of an integer are dropped", all, |rules| {
        rules.int = |int, layout| Some(int.to_biguint()? % (layout.limit)())
    }),
    ("width", "integers have the bits of the bytes", narrow, |rules| {
        rules.int = |int, layout| int.to_biguint().filter(|int| *int < power(layout.bits()))
    }),
    ("width", "a large integer becomes the largest", all, |rules| {
        rules.int = |int, layout| Some(int.to_biguint()?.min(layout.max()))
    }),
    ("width", "the largest integer plus one is accepted", all, |rules| {
        rules.int = |int, layout| int.to_biguint().filter(|int| *int <= (layout.limit)())
    }),
    ("width", "the largest integer is refused", all, |rules| {
        rules.int = |int, layout| int.to_biguint().filter(|int| *int < layout.max())
    }),
    ("width", "integers have 64 bits", wide, |rules| {
        rules.int = |int, _| int.to_biguint().filter(|int| *int < power(64))
    }),
    ("width", "integers lose precision above 53 bits", all, |rules| {
        rules.shown = |int, _| {
            let excess = int.bits().saturating_sub(53);
            ((int >> excess) << excess).into()
        }
    }),
    ("width", "the excess bits of a field are dropped", all, |rules| {
        rules.field = |value, _, largest| Some(value.to_biguint()? % (largest + 1_u32))
    }),
    ("width", "a field is read as 16 bits", has_field_of_16_bits, |rules| {
        rules.field = |value, bits, largest| {
            let value = if bits <= 16 { value.to_biguint()? % power(16) } else { value.to_biguint()? };
            Some(value).filter(|value| value <= largest)
        }
    }),
    ("width", "a field is read as 32 bits", has_field_of_32_bits, |rules| {
        rules.field = |value, bits, largest| {
            let value = if bits <= 32 { value.to_biguint()? % power(32) } else { value.to_biguint()? };
            Some(value).filter(|value| value <= largest)
        }
    }),
    ("width", "a field is read as 128 bits", has_field_of_hex, |rules| {
        rules.field =
            |value, _, largest| Some(value.to_biguint()? % power(128)).filter(|value| value <= largest);
    }),
    ("width", "a large field becomes its largest", all, |rules| {
        rules.field = |value, _, largest| Some(value.to_biguint()?.min(largest.clone()))
    }),
    ("width", "the largest of a field is refused", all, |rules| {
        rules.field = |value, _, largest| value.to_biguint().filter(|value| value < largest)
    }),
    ("width", "excess bytes are ignored", all, |rules| {
        rules.byte_count = |right, present| (present >= right).then_some(right)
    }),
    ("width", "missing bytes are 0", all, |rules| {
        rules.byte_count = |right, present| (present <= right).then_some(present)
    }),
    ("width", "no bytes are the smallest ID", starts_at_0, |rules| {
        rules.byte_count = |right, present| (present == right || present == 0).then_some(present)
    }),
    ("width", "twice the bytes are accepted", all, |rules| {
        rules.byte_count = |right, present| (present == right || present == 2 * right).then_some(right)
    }),
    ("case folding", "the other case is refused", all, |rules| {
        rules.digit = |alphabet, digit| alphabet.chars().position(|known| known == digit)
    }),
    ("case folding", "mixed cases are refused", all, |rules| {
        rules.prepare = |text, _| {
            let has = |is: fn(char) -> bool| text.chars().any(is);
            let mixed = has(|digit| digit.is_ascii_lowercase()) && has(|digit| digit.is_ascii_uppercase());
            if mixed { String::new() } else { text.to_owned() }
        }
    }),
    ("case folding", "text is written in the other case", all, |rules| {
        rules.written = |digits| {
            let upper = digits.to_ascii_uppercase();
            if upper == digits { digits.to_ascii_lowercase() } else { upper }
        }
    }),
    ("case folding", "bit 5 of every character is set", all, |rules| {
        rules.digit =
            |alphabet, digit| position(alphabet, char::from_u32(u32::from(digit) | 0x20).unwrap_or(digit));
    }),
    ("case folding", "characters change their case as in Unicode", all, |rules| {
        rules.length = |text| text.chars().count();
        rules.digit = |alphabet, digit| {
            let digit = digit.to_uppercase().next().unwrap_or(digit).to_lowercase().next().unwrap_or(digit);
            position(alphabet, digit)
        };
    }),
    ("case folding", "the whole text changes its case as in Unicode", all, |rules| {
        rules.prepare = |text, _| text.to_uppercase().to_lowercase()
    }),
    ("case folding", "fullwidth characters are digits", all, |rules| {
        rules.length = |text| text.chars().count();
        rules.digit = |alphabet, digit| {
            let code = u32::from(digit);
            let narrow = if (0xff01..=0xff5e).contains(&code) { code - 0xfee0 } else { code };
            position(alphabet, char::from_u32(narrow).unwrap_or(digit))
        };
    }),
    ("case folding", "digits of other scripts are digits", all, |rules| {
        rules.length = |text| text.chars().count();
        rules.digit = |alphabet, digit| {
            let arabic = u32::from(digit).checked_sub(0x660).filter(|digit| *digit < 10);
            position(alphabet, arabic.and_then(|digit| char::from_digit(digit, 10)).unwrap_or(digit))
        };
    }),
    ("case folding", "the upper bits of a character are dropped", all, |rules| {
        rules.length = |text| text.chars().count();
        rules.digit = |alphabet, digit| position(alphabet, char::from(u32::from(digit).to_le_bytes()[0]));
    }),
    ("characters", "surrounding white space is ignored", all, |rules| {
        rules.prepare = |text, _| text.trim().to_owned()
    }),
    ("characters", "a trailing line feed is ignored", all, |rules| {
        rules.prepare = |text, _| text.strip_suffix('\n').unwrap_or(text).to_owned()
    }),
    ("characters", "text ends at a NUL", all, |rules| {
        rules.prepare = |text, _| text.split('\0').next().unwrap_or(text).to_owned()
    }),
    ("characters", "hyphens are ignored", all, |rules| rules.prepare = |text, _| text.replace('-', "")),
    ("characters", "underscores are ignored", all, |rules| rules.prepare = |text, _| text.replace('_', "")),
    ("characters", "inner spaces are ignored", all, |rules| rules.prepare = |text, _| text.replace(' ', "")),
    ("characters", "a plus sign is ignored", all, |rules| {
        rules.prepare = |text, _| text.strip_prefix('+').unwrap_or(text).to_owned()
    }),
    ("characters", "a plus sign is a leading zero", all, |rules| {
        rules.prepare = |text, _| text.replacen('+', "0", 1)
    }),
    ("characters", "a minus sign is ignored", all, |rules| {
        rules.prepare = |text, _| text.strip_prefix('-').unwrap_or(text).to_owned()
    }),
    ("characters", "a byte order mark is ignored", all, |rules| {
        rules.prepare = |text, _| text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()
    }),
    ("characters", "0x is ignored", all, |rules| {
        rules.prepare = |text, _| text.strip_prefix("0x").unwrap_or(text).to_owned()
    }),
    ("characters", "braces and quotes are ignored", all, |rules| {
        rules.prepare = |text, _| text.trim_matches(['{', '}', '"']).to_owned()
    }),
    ("characters", "padding is ignored", all, |rules| {
        rules.prepare = |text, _| text.trim_end_matches('=').to_owned()
    }),
    ("characters", "a character that is no digit is 0", all, |rules| {
        rules.digit = |alphabet, digit| position(alphabet, digit).or(Some(0))
    }),
    ("characters", "the character after the last digit is a digit", all, |rules| {
        rules.digit = |alphabet, digit| {
            let last = alphabet.chars().last().map(|last| u32::from(last) + 1).and_then(char::from_u32);
            position(alphabet, digit).or((Some(digit) == last).then_some(alphabet.len() - 1))
        }
    }),
    ("characters", "I and L are 1, O is 0", crockford, |rules| {
        rules.digit = |alphabet, digit| position(alphabet, alias(digit))
    }),
    ("characters", "U is V", crockford, |rules| {
        rules.digit =
            |alphabet, digit| position(alphabet, if digit.eq_ignore_ascii_case(&'U') { 'V' } else { digit });
    }),
    ("length", "the length is not checked", all, |rules| rules.reasons = ["digit", "overflow", "overflow"]),
    ("length", "missing digits are 0", all, |rules| {
        rules.prepare = |text, digits| format!("{text:0>digits$}")
    }),
    ("length", "excess digits are ignored", all, |rules| {
        rules.prepare = |text, digits| {
            let has_hex_form = text.len() == 40 && digits == 32;
            text.chars().take(if has_hex_form { 40 } else { digits }).collect()
        }
    }),
    ("length", "leading zeros in excess are ignored", all, |rules| {
        rules.prepare = |text, digits| {
            let excess = text.len().saturating_sub(digits);
            let zeros = text.len() - text.trim_start_matches('0').len();
            if excess == zeros.min(excess) { text[excess..].to_owned() } else { text.to_owned() }
        }
    }),
    ("length", "no text is the smallest ID", all, |rules| {
        rules.prepare = |text, digits| if text.is_empty() { "0".repeat(digits) } else { text.to_owned() };
    }),
    ("length", "characters are counted", all, |rules| rules.length = |text| text.chars().count()),
    ("length", "leading zeros are not written", all, |rules| {
        rules.written = |digits| digits.trim_start_matches('0').to_owned()
    }),
    ("length", "a leading zero too many is written", all, |rules| {
        rules.written = |digits| format!("0{digits}")
    }),
    ("overflow", "the excess bits of a text are dropped", text_overflows, |rules| {
        rules.fit = |int, layout| Some(int % (layout.limit)())
    }),
    ("overflow", "a large text is the largest ID", text_overflows, |rules| {
        rules.fit = |int, layout| Some(int.min(layout.max()))
    }),
    ("overflow", "the largest ID plus one is accepted as text", text_overflows, |rules| {
        rules.fit = |int, layout| (int <= (layout.limit)()).then_some(int)
    }),
    ("overflow", "the largest ID is refused as text", all, |rules| {
        rules.fit = |int, layout| (int < layout.max()).then_some(int)
    }),
    ("overflow", "only the first digit of a text is checked", base36_overflows, |rules| {
        rules.fit =
            |int, layout| (int < BigUint::from(36_u32).pow(24) * 16_u32).then(|| int % (layout.limit)());
    }),
    ("overflow", "the bits of the bytes are checked", narrow_text_overflows, |rules| {
        rules.fit = |int, layout| (int < power(layout.bits())).then(|| int % (layout.limit)())
    }),
    ("reasons", "digits are checked before the length", all, |rules| {
        rules.reasons = ["digit", "length", "overflow"]
    }),
    ("reasons", "positions start at 1", all, |rules| rules.position = |_, byte| byte + 1),
    ("reasons", "positions count from the end", all, |rules| rules.position = |text, byte| text.len() - byte),
    ("reasons", "the position is always 0", all, |rules| rules.position = |_, _| 0),
];
