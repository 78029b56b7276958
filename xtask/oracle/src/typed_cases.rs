//! The cases of `typed.json`: the rules of TypeID, applied to the strings of a scheme.

use num_bigint::BigUint;

use crate::format::{Case, InvalidTyped, ValidTyped};
use crate::kind_cases;
use crate::origin::{
    Followed, Origin,
    Origin::{Ours, TypeId},
};
use crate::scheme::{Commented, Scheme, ValidAndInvalid};
use crate::strings::{Group, groups, strings};
use crate::text_form::{POLICY_REASON, TextForm, other_cases, random_ints, replace};
use crate::typed::{Kind, Kinds, is_uuid};

/// Prefixes that a kind can have.
const PREFIXES: &str = include_str!("typed_cases/prefixes.txt");
/// Strings that a kind rejects, as templates. A heading has the id of the first case, the flags, and the prefix
/// and the text forms of the kind. If the prefix is missing, it is the part of each string before the last `_`.
const NO_IDS: &str = include_str!("typed_cases/no-ids.txt");
/// Strings that a kind of UUIDv7 rejects, in the same form.
const NO_TYPEIDS: &str = include_str!("typed_cases/no-typeids.txt");

/// Builds the cases of a scheme.
pub(crate) struct TypedCases<'a> {
    scheme: &'a Scheme,
    kinds: Kinds,
    /// The text form after a prefix. It is case-sensitive if it is not the scheme's own.
    pub(crate) form: TextForm<'a>,
}

/// Returns the cases of a scheme.
#[must_use]
pub fn typed_cases(scheme: &Scheme) -> ValidAndInvalid<ValidTyped, InvalidTyped> {
    let cases = TypedCases::new(scheme);
    let (mut valid, mut invalid) = (cases.valid(), cases.invalid());
    if scheme.layout.bits() == 128 {
        valid.extend(kind_cases::valid(scheme));
        invalid.extend(kind_cases::invalid(scheme));
    }
    (valid, invalid)
}

impl<'a> TypedCases<'a> {
    pub(crate) fn new(scheme: &'a Scheme) -> Self {
        Self { scheme, kinds: Kinds::of(scheme), form: TextForm::after_prefix(scheme) }
    }

    fn valid(&self) -> Vec<Case<ValidTyped>> {
        let layout = &self.form.layout;
        let mut ints = random_ints(layout, 13).into_iter();
        let prefixes = (1..).zip(strings(PREFIXES)).zip(ints.by_ref());
        let prefixes = prefixes.map(|((id, (_, prefix, comment)), int)| {
            self.valid_case(id, "prefix", (&prefix, ""), &int, comment)
        });
        let mut cases: Vec<_> = prefixes.collect();
        let ids = [(layout.min(), "the smallest ID"), (layout.max(), "the largest ID")].into_iter();
        let ids = (1_000..).zip(ids.chain(ints.map(|int| (int, "a random ID"))));
        cases.extend(ids.map(|(id, (int, comment))| self.valid_case(id, "id", ("ord", ""), &int, comment)));
        if self.scheme.typed.is_some() {
            // The only valid case with a UUIDv7.
            let int = layout.int_of_text("01h455vb4pex5vsknk084sn02q").unwrap_or_default();
            assert_eq!(layout.bytes(&int), "01890a5dac96774bbcceb302099a8057", "the published UUID");
            let comment = "published as valid-uuidv7";
            cases.push(self.valid_case(2_000, "published", ("prefix", ""), &int, comment));
        }
        cases
    }

    /// Returns the case of an ID of a kind.
    pub(crate) fn valid_case(
        &self,
        id: u32,
        flag: &str,
        kind: Kind<'_>,
        int: &BigUint,
        comment: &str,
    ) -> Case<ValidTyped> {
        let text = self.kinds.text(kind, int);
        let alternates = self.alternates(kind, int).into_iter().filter(|other| *other != text).collect();
        let [prefix, text_forms] = [kind.0, kind.1].map(str::to_owned);
        let bytes = self.form.layout.bytes(int);
        let followed = match flag {
            "published" => [TypeId("spec/valid.yml")].into(),
            _ => self.followed(kind.1, "prefix"),
        };
        let case = ValidTyped { prefix, text_forms, text, bytes, alternates };
        Case::new(id, comment.to_owned(), &[flag], &followed, case)
    }

    /// Returns the strings that a kind reads as an ID, but perhaps not the one that it writes.
    fn alternates(&self, (prefix, forms): Kind<'_>, int: &BigUint) -> Vec<String> {
        let compact = self.kinds.text((prefix, ""), int);
        if !forms.is_empty() {
            let uuid = self.scheme.uuid().text(int);
            let others = [uuid.clone(), compact].into_iter().filter(|_| forms != "uuid");
            return other_cases(&uuid).into_iter().chain(others).collect();
        }
        let (start, rest) = compact.split_at(compact.len() - self.form.layout.text_len());
        let own = if self.scheme.typed.is_some() { Vec::new() } else { other_cases(rest) };
        let alternative = self.scheme.alternative.map(|layout| layout.text(int));
        own.into_iter().chain(alternative).map(|rest| format!("{start}{rest}")).collect()
    }

    /// Returns the rules that lead to a result: a reason, or "prefix" for a string that is accepted.
    fn followed(&self, forms: &str, reason: &str) -> Followed {
        let is_of_prefix = matches!(reason, "kind" | "prefix");
        Followed::from([match forms {
            "" if self.scheme.typed.is_none() => Ours("Prefixes"),
            "" => TypeId(if is_of_prefix { "Type Prefix" } else { "UUID Suffix" }),
            _ => Ours("UUIDs as text"),
        }])
    }

    fn invalid(&self) -> Vec<Case<InvalidTyped>> {
        let mut cases = self.of_file(NO_IDS);
        let ord = &["ord"][..];
        for (first_id, prefixes, rests) in [
            (12_000, &["ord", "ord_line", ""][..], self.wrong_rests()),
            (12_500, ord, self.lenient_rests()),
            (12_700, ord, self.more_rests()),
        ] {
            let strings = prefixes.iter().flat_map(|prefix| rests.iter().map(move |rest| (*prefix, rest)));
            cases.extend((first_id..).zip(strings).map(|(id, (prefix, (rest, comment)))| {
                let text = if prefix.is_empty() { rest.clone() } else { format!("{prefix}_{rest}") };
                self.invalid_case(id, &["rest"], (prefix, ""), text, comment.clone())
            }));
        }
        if self.scheme.typed.is_some() {
            cases.extend(self.of_file(NO_TYPEIDS));
        }
        assert!(cases.is_sorted_by(|one, next| one.id < next.id), "a group has grown into the next");
        cases
    }

    /// Returns the cases of a file of strings that a kind rejects.
    pub(crate) fn of_file(&self, file: &'static str) -> Vec<Case<InvalidTyped>> {
        let cases = groups(file).into_iter().flat_map(|Group { first_id, flags, columns, strings }| {
            (first_id..).zip(strings).map(move |(id, (template, comment))| {
                let own_prefix = || template.rsplit_once('_').map_or("", |(prefix, _)| prefix);
                let prefix = columns.first().copied().unwrap_or_else(own_prefix);
                let forms = columns.get(1).copied().unwrap_or_default();
                self.invalid_case(id, &flags, (prefix, forms), self.form.filled(&template), comment)
            })
        });
        cases.collect()
    }

    /// Returns the case of a string that a kind rejects. The oracle must reject it.
    pub(crate) fn invalid_case(
        &self,
        id: u32,
        flags: &[&str],
        kind: Kind<'_>,
        text: String,
        comment: String,
    ) -> Case<InvalidTyped> {
        let Err((reason, position)) = self.kinds.read(kind, &text) else {
            panic!("{text} is an ID of the kind {kind:?}");
        };
        // A port of UUIDs with any version and variant accepts the string.
        let is_other_uuid = self.kinds.without_constants().read(kind, &text).is_ok();
        let is_ours = self.has_other_reasons(kind, &text, reason).then_some(POLICY_REASON);
        let derived = is_other_uuid.then_some("other_uuid").into_iter().chain(is_ours);
        let all_flags: Vec<_> = flags.iter().copied().chain(derived).collect();
        // The published UUIDs of other versions are valid TypeIDs.
        let file = if is_other_uuid { "spec/valid.yml" } else { "spec/invalid.yml" };
        let mut followed = Followed::default();
        followed.add(flags.contains(&"published").then_some(TypeId(file)));
        followed.add(self.followed(kind.1, reason).iter());
        followed.add(self.lenient(kind, &text, reason));
        followed.add(is_other_uuid.then_some(Ours("Other versions and variants")));
        let ([prefix, text_forms], reason) = ([kind.0, kind.1].map(str::to_owned), reason.to_owned());
        let case = InvalidTyped { prefix, text_forms, text, reason, position };
        Case::new(id, comment, &all_flags, &followed, case)
    }

    /// Returns our rule against a string whose part after the prefix some decoders accept.
    fn lenient(&self, (_, forms): Kind<'_>, text: &str, reason: &str) -> Option<Origin> {
        let (ours, prepare) =
            self.scheme.lenient.filter(|_| self.scheme.typed.is_none() && forms.is_empty())?;
        let rest = text.rsplit_once('_').map_or(text, |(_, rest)| rest);
        let is_of_rest = !["kind", "prefix"].contains(&reason);
        (is_of_rest && self.scheme.read(&prepare(rest)).is_ok()).then_some(ours)
    }

    /// Returns `true` if a port that follows the rules can reject a string for another reason or at another position.
    fn has_other_reasons(&self, (prefix, forms): Kind<'_>, text: &str, reason: &str) -> bool {
        match reason {
            "kind" => false,
            // A port can also remove the prefix of the kind, and parse the rest.
            "prefix" => prefix.is_empty() || text.starts_with(&format!("{prefix}_")),
            _ if is_uuid(forms, text) => TextForm::uuid(self.scheme).has_other_reasons(text),
            _ => self.form.has_other_reasons(text.rsplit_once('_').map_or(text, |(_, rest)| rest)),
        }
    }

    fn wrong_rests(&self) -> Vec<Commented> {
        let (layout, id) = (&self.form.layout, &self.form.id);
        let mut rests = vec![
            (String::new(), "nothing after the prefix".to_owned()),
            (id[..id.len() - 1].to_owned(), "the last digit is missing".to_owned()),
        ];
        rests.extend(
            [0, 3, id.len() - 1].map(|at| {
                self.form.with(at, '!', format!("a wrong character at byte {at} after the prefix"))
            }),
        );
        let larger = self.form.larger_first_digit();
        let larger = larger.map(|larger| replace(&layout.text(&layout.max()), 0, 1, larger));
        rests.extend(larger.map(|text| (text, "a value above the largest".to_owned())));
        if self.scheme.typed.is_some() {
            rests.push((id.to_uppercase(), "uppercase after the prefix".to_owned()));
        }
        rests
    }

    /// Returns strings after a prefix that a lenient decoder mistakes for an ID, as in `codec.json`.
    fn lenient_rests(&self) -> Vec<Commented> {
        let layout = &self.form.layout;
        // All but the shorter strings, and several wrong digits.
        let lengths = self.form.lengths().into_iter().skip(layout.text_len());
        let positions = self.form.positions().into_iter().skip(layout.digits);
        let of_codec = lengths.chain(self.form.precedence()).chain(positions);
        let of_codec = of_codec.filter(|(text, _)| !text.contains('_'));
        let after_last = layout.alphabet.chars().last().and_then(|last| char::from_u32(u32::from(last) + 1));
        let after_last = after_last.map(String::from);
        let starts = ["+", "-", " ", "\t", "\u{10}", "0x", "I", "L", "O", "U"].into_iter();
        let starts = starts.chain(after_last.as_deref()).filter_map(|start| self.with_start(start));
        let limit = layout.text_overflows().then(|| layout.text(&layout.limit()));
        let limit = limit.map(|limit| (limit, "the largest value plus one".to_owned()));
        of_codec.chain(starts).chain(limit).collect()
    }

    fn more_rests(&self) -> Vec<Commented> {
        let starts = ["/", ":", "?", "@", "`", "\n"].into_iter().filter_map(|start| self.with_start(start));
        let rests = self.form.more_lengths().into_iter().chain(self.form.ends()).chain(starts);
        rests.filter(|(text, _)| !text.contains('_')).collect()
    }

    /// Returns an ID with other characters in place of the first, unless they are digits.
    fn with_start(&self, start: &str) -> Option<Commented> {
        let is_wrong = start.chars().any(|character| self.form.layout.alphabet_lacks(character));
        let comment = format!("{start:?} in place of the first digits");
        is_wrong.then(|| self.form.with(0, start, comment))
    }
}
