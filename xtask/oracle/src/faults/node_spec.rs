//! Faults in reading node specs.

use super::Row;

const SCRU64: &[&str] = &["scru64"];
const GROUP: &str = "node specs";

pub(super) const FAULTS: &[Row] = &[
    (GROUP, "white space around it is ignored", SCRU64, |rules| {
        rules.node_spec.prepare = |spec| spec.trim().to_owned();
    }),
    (GROUP, "white space in it is ignored", SCRU64, |rules| {
        rules.node_spec.prepare = |spec| spec.replace(' ', "");
    }),
    (GROUP, "it ends at the second slash", SCRU64, |rules| {
        rules.node_spec.parts = |spec| {
            let mut parts = spec.split('/');
            Some((parts.next()?, parts.next()?))
        };
    }),
    (GROUP, "it is split at the last slash", SCRU64, |rules| {
        rules.node_spec.parts =
            |spec| spec.rsplit_once('/').map(|(node, size)| (node.trim_end_matches("/8"), size));
    }),
    (GROUP, "a colon may separate its parts", SCRU64, |rules| {
        rules.node_spec.parts = |spec| spec.split_once(['/', ':']);
    }),
    (GROUP, "it needs no size", SCRU64, |rules| {
        rules.node_spec.parts = |spec| Some(spec.split_once('/').unwrap_or((spec, "8")));
    }),
    (GROUP, "a size of 0 is accepted", SCRU64, |rules| {
        rules.node_spec.size = |size| (size <= 23).then_some(size);
    }),
    (GROUP, "a size of 24 is accepted", SCRU64, |rules| {
        rules.node_spec.size = |size| (1..=24).contains(&size).then_some(size);
    }),
    (GROUP, "a size of 23 is refused", SCRU64, |rules| {
        rules.node_spec.size = |size| (1..=22).contains(&size).then_some(size);
    }),
    (GROUP, "a size of 1 is refused", SCRU64, |rules| {
        rules.node_spec.size = |size| (2..=23).contains(&size).then_some(size);
    }),
    (GROUP, "the size has one byte", SCRU64, |rules| {
        rules.node_spec.size = |size| Some(size % 256).filter(|size| (1..=23).contains(size));
    }),
    (GROUP, "a large size is 23", SCRU64, |rules| {
        rules.node_spec.size = |size| (size > 0).then_some(size.min(23));
    }),
    (GROUP, "the excess bits of the node id are dropped", SCRU64, |rules| {
        rules.node_spec.fit = |node_id, size| Some(node_id % (1 << size));
    }),
    (GROUP, "the node id may have one bit more", SCRU64, |rules| {
        rules.node_spec.fit = |node_id, size| (node_id < 2 << size).then_some(node_id);
    }),
    (GROUP, "the largest node id is refused", SCRU64, |rules| {
        rules.node_spec.fit = |node_id, size| (node_id + 1 < 1 << size).then_some(node_id);
    }),
    (GROUP, "there is no hex", SCRU64, |rules| rules.node_spec.hex = |_| None),
    (GROUP, "the prefix of hex is lower case alone", SCRU64, |rules| {
        rules.node_spec.hex = |node| node.strip_prefix("0x");
    }),
    (GROUP, "hex needs no prefix", SCRU64, |rules| {
        rules.node_spec.hex = |node| Some(node.strip_prefix("0x").unwrap_or(node));
    }),
    (GROUP, "a node id with a letter is hex", SCRU64, |rules| {
        rules.node_spec.hex = |node| {
            let hex = node.strip_prefix("0x").or_else(|| node.strip_prefix("0X"));
            hex.or_else(|| node.contains(|digit: char| digit.is_ascii_alphabetic()).then_some(node))
        };
    }),
    (GROUP, "hex digits are lower case alone", SCRU64, |rules| {
        rules.node_spec.number = |digits, radix, most_digits| {
            let is_digit = |digit: char| digit.is_digit(radix) && !digit.is_ascii_uppercase();
            let is_number = !digits.is_empty() && digits.len() <= most_digits && digits.chars().all(is_digit);
            is_number.then(|| u32::from_str_radix(digits, radix).ok()).flatten()
        };
    }),
    (GROUP, "a plus sign is accepted", SCRU64, |rules| {
        rules.node_spec.number = |digits, radix, most_digits| {
            (digits.len() <= most_digits).then(|| u32::from_str_radix(digits, radix).ok()).flatten()
        };
    }),
    (GROUP, "underscores are ignored", SCRU64, |rules| {
        rules.node_spec.number = |digits, radix, most_digits| {
            (digits.len() <= most_digits && !digits.starts_with('+'))
                .then(|| u32::from_str_radix(&digits.replace('_', ""), radix).ok())
                .flatten()
        };
    }),
    (GROUP, "no digit is 0", SCRU64, |rules| {
        rules.node_spec.number = |digits, radix, most_digits| {
            let is_number = digits.len() <= most_digits && digits.chars().all(|digit| digit.is_digit(radix));
            let padded = format!("0{digits}");
            is_number.then(|| u32::from_str_radix(&padded, radix).ok()).flatten()
        };
    }),
    (GROUP, "a number ends at the first other character", SCRU64, |rules| {
        rules.node_spec.number = |digits, radix, most_digits| {
            let end = digits.find(|digit: char| !digit.is_digit(radix)).unwrap_or(digits.len());
            (end <= most_digits).then(|| u32::from_str_radix(&digits[..end], radix).ok()).flatten()
        };
    }),
    (GROUP, "the node id has 32 bits of any number", SCRU64, |rules| {
        rules.node_spec.number = |digits, radix, _| {
            let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
            let number = is_number.then(|| u128::from_str_radix(digits, radix).ok()).flatten()?;
            u32::try_from(number % (1 << 32)).ok()
        };
    }),
    (GROUP, "the node id has 64 bits of any number", SCRU64, |rules| {
        rules.node_spec.number = |digits, radix, _| {
            let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
            let number = is_number.then(|| u128::from_str_radix(digits, radix).ok()).flatten()?;
            u32::try_from(number % (1 << 64)).ok()
        };
    }),
    (GROUP, "digits of other scripts are digits", SCRU64, |rules| {
        rules.node_spec.prepare = |spec| {
            let narrow = |digit: char| match u32::from(digit) {
                code @ 0x660..=0x669 => char::from_digit(code - 0x660, 10).unwrap_or(digit),
                code @ 0xff10..=0xff19 => char::from_digit(code - 0xff10, 10).unwrap_or(digit),
                _ => digit,
            };
            spec.chars().map(narrow).collect()
        };
    }),
    (GROUP, "there are no IDs", SCRU64, |rules| rules.node_spec.is_id = |_| false),
    (GROUP, "12 decimal digits are a number", SCRU64, |rules| {
        rules.node_spec.is_id =
            |node| node.len() == 12 && node.contains(|digit: char| !digit.is_ascii_digit());
        rules.node_spec.number = |digits, radix, _| u32::from_str_radix(digits, radix).ok();
    }),
    (GROUP, "12 characters that look like hex are a number", SCRU64, |rules| {
        rules.node_spec.is_id = |node| node.len() == 12 && !node.starts_with("0x");
    }),
    (GROUP, "any other text before the slash is an ID", SCRU64, |rules| {
        rules.node_spec.is_id = |node| node.len() > 8;
    }),
    (GROUP, "the node of an ID is read from the low bits", SCRU64, |rules| {
        rules.node_spec.node_id = |node_ctr, size| node_ctr % (1 << size);
    }),
    (GROUP, "the node of an ID always has 8 bits", SCRU64, |rules| {
        rules.node_spec.node_id = |node_ctr, _| node_ctr >> 16;
    }),
    (GROUP, "an ID with the largest timestamp is accepted", SCRU64, |rules| {
        rules.node_spec.is_usable = |_, _| true;
    }),
    (GROUP, "an ID with the timestamp 0 is refused", SCRU64, |rules| {
        rules.node_spec.is_usable = |timestamp, last| (1..last).contains(&timestamp);
    }),
    (GROUP, "an ID with the timestamp before the largest is refused", SCRU64, |rules| {
        rules.node_spec.is_usable = |timestamp, last| timestamp + 1 < last;
    }),
    (GROUP, "an ID with the timestamp 0 is continued after", SCRU64, |rules| {
        rules.node_spec.is_continued = |_| true;
    }),
    (GROUP, "an ID only names its node", SCRU64, |rules| rules.node_spec.is_continued = |_| false),
];
