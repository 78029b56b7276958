//! Injected bugs in parsing node specs.

use super::applies::has_node_specs;
use crate::rules::NodeSpecRules;

bugs! { NodeSpecRules:
    "node specs", has_node_specs {
        "whitespace around it is ignored": prepare = |spec| spec.trim().to_owned();
        "whitespace in it is ignored": prepare = |spec| spec.replace(' ', "");
        "it ends at the second slash": parts = |spec| {
            let mut parts = spec.split('/');
            Some((parts.next()?, parts.next()?))
        };
        "it is split at the last slash":
            parts = |spec| spec.rsplit_once('/').map(|(node, size)| (node.trim_end_matches("/8"), size));
        "a colon may separate its parts": parts = |spec| spec.split_once(['/', ':']);
        "it needs no size": parts = |spec| Some(spec.split_once('/').unwrap_or((spec, "8")));
        "a size of 0 is accepted": size = |size| (size <= 23).then_some(size);
        "a size of 24 is accepted": size = |size| (1..=24).contains(&size).then_some(size);
        "a size of 23 is rejected": size = |size| (1..=22).contains(&size).then_some(size);
        "a size of 1 is rejected": size = |size| (2..=23).contains(&size).then_some(size);
        "the size has one byte": size = |size| Some(size % 256).filter(|size| (1..=23).contains(size));
        "a large size is 23": size = |size| (size > 0).then_some(size.min(23));
        "the excess bits of the node ID are dropped": fit = |node_id, size| Some(node_id % (1 << size));
        "the node ID may have one bit more": fit = |node_id, size| (node_id < 2 << size).then_some(node_id);
        "the largest node ID is rejected": fit = |node_id, size| (node_id + 1 < 1 << size).then_some(node_id);
        "there is no hex": hex = |_| None;
        "the prefix of hex is only lowercase": hex = |node| node.strip_prefix("0x");
        "hex needs no prefix": hex = |node| Some(node.strip_prefix("0x").unwrap_or(node));
        "a node ID with a letter is hex": hex = |node| {
            let hex = node.strip_prefix("0x").or_else(|| node.strip_prefix("0X"));
            hex.or_else(|| node.contains(|digit: char| digit.is_ascii_alphabetic()).then_some(node))
        };
        "hex digits are only lowercase":
            is_digit = |digit, radix| digit.is_digit(radix) && !digit.is_ascii_uppercase();
        "a plus sign is accepted": digits = |digits, _| digits.strip_prefix('+').unwrap_or(digits).to_owned();
        "underscores are ignored": digits = |digits, _| digits.replace('_', "");
        "no digit is 0": digits = |digits, _| if digits.is_empty() { "0".to_owned() } else { digits.to_owned() };
        "a number ends at the first other character":
            digits = |digits, radix| digits.chars().take_while(|digit| digit.is_digit(radix)).collect();
        "the node ID has 32 bits of any number":
            is_short = |_, _| true,
            integer = |integer| u32::try_from(integer % (1 << 32)).ok();
        "the node ID has 64 bits of any number":
            is_short = |_, _| true,
            integer = |integer| u32::try_from(integer % (1 << 64)).ok();
        "leading zeros do not count": is_short = |_, _| true;
        "digits of other scripts are digits": prepare = |spec| {
            let narrow = |digit: char| match u32::from(digit) {
                code @ 0x660..=0x669 => char::from_digit(code - 0x660, 10).unwrap_or(digit),
                code @ 0xff10..=0xff19 => char::from_digit(code - 0xff10, 10).unwrap_or(digit),
                _ => digit,
            };
            spec.chars().map(narrow).collect()
        };
        "there are no IDs": is_id = |_| false;
        "12 decimal digits are a number":
            is_id = |node| node.len() == 12 && node.contains(|digit: char| !digit.is_ascii_digit()),
            is_short = |_, _| true;
        "12 characters that look like hex are a number":
            is_id = |node| node.len() == 12 && !node.starts_with("0x");
        "any other string before the slash is an ID": is_id = |node| node.len() > 8;
        "the node of an ID is read from the low bits": node_id = |node_ctr, size| node_ctr % (1 << size);
        "the node of an ID always has 8 bits": node_id = |node_ctr, _| node_ctr >> 16;
        "an ID with the largest timestamp is accepted": is_usable = |_, _| true;
        "an ID with the timestamp 0 is rejected": is_usable = |timestamp, last| (1..last).contains(&timestamp);
        "an ID with the timestamp before the largest is rejected":
            is_usable = |timestamp, last| timestamp + 1 < last;
        "an ID with the timestamp 0 is continued after": is_continued = |_| true;
        "an ID only names its node": is_continued = |_| false;
    }
}
