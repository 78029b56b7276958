//! The cases of `order.json`.

use std::collections::HashSet;

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::format::{Case, OrderCase};
use crate::layout::Layout;
use crate::origin::Followed;
use crate::scheme::Scheme;
use crate::text_form::{other_cases, random_ints};

/// Builds the cases of one scheme.
struct OrderCases<'a> {
    scheme: &'a Scheme,
    layout: &'a Layout,
    rng: ChaCha8Rng,
    cases: Vec<Case<OrderCase>>,
}

/// Returns the cases of a scheme.
#[must_use]
pub fn order_cases(scheme: &Scheme) -> Vec<Case<OrderCase>> {
    let layout = scheme.layout;
    let one = || BigUint::from(1_u32);
    let (max, radix) = (layout.max(), layout.alphabet.len());
    let mut cases = OrderCases { scheme, layout, rng: ChaCha8Rng::from_seed([4; 32]), cases: Vec::new() };

    let middle = &max / 2_u32;
    let ends = [BigUint::ZERO, one(), middle.clone(), middle + 1_u32, &max - 1_u32, max.clone()];
    cases.push("words", "the smallest, the middle and the largest", ends);
    let powers = || (0..max.bits()).map(|bit| one() << bit);
    cases.push("words", "every single bit", powers());
    cases.push("words", "all bits below each bit", powers().map(|power| power - 1_u32));
    let words = [15_u64, 16, 31, 32, 63, 64, 127, 128, 159].map(|bit| one() << bit);
    let around = words.iter().flat_map(|power| [power - 1_u32, power.clone(), power + 1_u32]);
    cases.push("words", "around the ends of words", around);
    let middle = words.iter().flat_map(|power| [power * 5_u32 - 1_u32, power * 5_u32]);
    cases.push("words", "with a large lower word and a small upper one", middle);

    let bytes = || (0..max.bits() / 8).map(|byte| one() << (8 * byte));
    let pairs = bytes().flat_map(|byte| [&byte * 0xff_u32, byte * 0x100_u32]);
    cases.push("bytes", "a byte of 0xff beside the next byte of 1", pairs);
    let signed = bytes().flat_map(|byte| [&byte * 0x7f_u32, &byte * 0x80_u32, byte * 0x81_u32]);
    cases.push("bytes", "bytes of 0x7f, 0x80 and 0x81", signed);

    let places = [0, layout.digits / 2, layout.digits - 1];
    for place in places {
        let power = BigUint::from(radix).pow(u32::try_from(place).unwrap_or(0));
        let digits = (0..radix).map(|digit| &power * digit);
        cases.push("digits", &format!("each digit, {place} digits from the end"), digits);
    }

    // 1 in a field before ones, and 2 before zeros.
    let fields = (1..layout.fields.len()).flat_map(|next| {
        let after: u32 = layout.fields[next..].iter().map(|(_, bits)| bits).sum();
        [(one() << (after + 1)) - 1_u32, one() << (after + 1)]
    });
    cases.push("fields", "each field against all that follow it", fields);

    let near = [BigUint::ZERO, one() << 53_u32, max.clone() / 3_u32, max.clone() - 3_u32];
    let neighbours = near.iter().flat_map(|int| (0..4_u32).map(move |more| int + more));
    cases.push("neighbours", "runs of four neighbours", neighbours);

    let random = random_ints(layout, 40);
    cases.push("random", "random", random.clone());
    cases.push("repeated", "each ID three times", random.iter().take(5).flat_map(|int| vec![int.clone(); 3]));
    let id = cases.push("other_forms", "strings in both letter cases", random.clone());
    for (at, text) in cases.cases[id].body.shuffled.iter_mut().enumerate() {
        if let Some(other) = other_cases(text).into_iter().nth(at % 3) {
            *text = other;
        }
    }
    if let Some(alternative) = scheme.alternative {
        let id = cases.push("other_forms", "strings of both forms", random);
        for text in cases.cases[id].body.shuffled.iter_mut().step_by(2) {
            *text = alternative.text(&layout.int_of_text(text).unwrap_or_default());
        }
    }
    if let Some(origin) = scheme.string_order {
        let power = BigUint::from(radix).pow(u32::try_from(layout.digits / 2).unwrap_or(0));
        let digits = (0..2 * radix).map(|digit| &power * (digit / 2));
        let comment =
            "each digit twice, in both letter cases: a byte-wise comparison of the strings is wrong";
        let id = cases.push("letter_case", comment, digits);
        let case = &mut cases.cases[id];
        case.r#ref = Followed::from([origin]).references();
        let mut seen = HashSet::new();
        for text in case.body.shuffled.iter_mut().filter(|text| !seen.insert((*text).clone())) {
            *text = if layout.alphabet.contains('a') { text.to_uppercase() } else { text.to_lowercase() };
        }
    }
    cases.cases
}

impl OrderCases<'_> {
    /// Adds a list of the integers that are IDs. Returns its index.
    fn push(&mut self, flag: &str, comment: &str, ints: impl IntoIterator<Item = BigUint>) -> usize {
        let limit = self.layout.limit();
        let ints = ints.into_iter().filter(|int| *int < limit);
        let mut ints: Vec<_> = ints.map(|int| self.layout.with_constants(&int)).collect();
        ints.sort();
        let sorted: Vec<_> = ints.iter().map(|int| self.layout.text(int)).collect();
        let mut shuffled = sorted.clone();
        for end in (1..shuffled.len()).rev() {
            let other = self.rng.next_u64() % (end as u64 + 1);
            shuffled.swap(end, usize::try_from(other).unwrap_or(end));
        }
        let index = self.cases.len();
        let id = u32::try_from(index).unwrap_or(u32::MAX) + 1;
        let mut followed = Followed::from([self.scheme.origins.order]);
        followed.add(self.scheme.compared_bits.and_then(|(bits, ours)| {
            let upper = |int: &BigUint| int >> (self.layout.bits() - bits);
            let is_equal = |pair: &[BigUint]| pair[0] != pair[1] && upper(&pair[0]) == upper(&pair[1]);
            ints.windows(2).any(is_equal).then_some(ours)
        }));
        let case = OrderCase { shuffled, sorted };
        self.cases.push(Case::new(id, comment.to_owned(), &[flag], &followed, case));
        index
    }
}
