//! What the pictures and tables show of each scheme, as its crate says it.

use idcore::{Field, Id};
use scru64::Scru64;
use scru128::Scru128;
use scru160::Scru160;
use ulid::Ulid;
use ulid_flake::{ScalableUlidFlake, UlidFlake};

/// A scheme, or a form of one.
pub(crate) struct Scheme {
    /// The name of its picture.
    pub(crate) file: &'static str,
    /// The name for readers.
    pub(crate) title: &'static str,
    /// The page about it.
    pub(crate) page: &'static str,
    pub(crate) fields: &'static [Field],
    pub(crate) bytes: usize,
    /// The length of its text, and of a second one.
    pub(crate) digits: Vec<usize>,
    /// The instant of the largest ID.
    pub(crate) last_unix_ms: u64,
}

impl Scheme {
    fn new<I: Id>(file: &'static str, title: &'static str, page: &'static str) -> Self {
        Self {
            file,
            title,
            page,
            fields: I::FIELDS,
            bytes: I::MIN.as_ref().len(),
            digits: vec![I::MIN.encode().len()],
            last_unix_ms: I::MAX.unix_ms(),
        }
    }

    /// The bits of all fields. Those above them are always 0.
    pub(crate) fn bits(&self) -> usize {
        self.fields.iter().map(|field| field.bits as usize).sum()
    }

    /// The lengths of its texts, such as "25 digits".
    pub(crate) fn text(&self) -> String {
        let lengths: Vec<_> = self.digits.iter().map(usize::to_string).collect();
        format!("{} digits", lengths.join(" or "))
    }

    /// The year of the largest ID.
    pub(crate) fn last_year(&self) -> u64 {
        let mut days = self.last_unix_ms / 86_400_000;
        for year in 1970.. {
            let length = if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) { 366 } else { 365 };
            match days.checked_sub(length) {
                Some(rest) => days = rest,
                None => return year,
            }
        }
        unreachable!("no number of days ends after all years")
    }
}

/// All of them, in the order of the book.
pub(crate) fn all() -> Vec<Scheme> {
    let mut scru160 = Scheme::new::<Scru160>("scru160", "SCRU160", "scru160.md");
    scru160.digits.push(Scru160::MIN.encode_hex().len());
    vec![
        Scheme::new::<Scru128>("scru128", "SCRU128", "scru128.md"),
        Scheme::new::<Ulid>("ulid", "ULID", "ulid.md"),
        scru160,
        Scheme::new::<Scru64>("scru64", "SCRU64", "scru64.md"),
        Scheme::new::<UlidFlake>("ulid-flake", "Ulid-Flake", "ulid-flake.md"),
        Scheme::new::<ScalableUlidFlake>("ulid-flake-scalable", "Scalable Ulid-Flake", "ulid-flake.md"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_those_of_the_specifications() {
        // SCRU64's specification says 4261, ULID's 10889 AD, and Ulid-Flake's 2302.
        let years: Vec<_> = all().iter().map(Scheme::last_year).collect();
        assert_eq!(years, [10889, 10889, 10889, 4261, 2302, 2302]);
    }

    #[test]
    fn years_end_with_their_last_millisecond() {
        let mut scheme = all().remove(0);
        // The first instants of years, of which 2000 was a leap year and 2100 will be none.
        for (first_unix_ms, year) in [(978_307_200_000, 2001), (4_133_980_800_000, 2101)] {
            scheme.last_unix_ms = first_unix_ms;
            assert_eq!(scheme.last_year(), year);
            scheme.last_unix_ms -= 1;
            assert_eq!(scheme.last_year(), year - 1);
        }
    }

    #[test]
    fn texts_and_bits_are_those_of_the_specifications() {
        let described: Vec<_> =
            all().iter().map(|scheme| (scheme.title, scheme.bits(), scheme.bytes, scheme.text())).collect();
        let expected = [
            ("SCRU128", 128, 16, "25 digits"),
            ("ULID", 128, 16, "26 digits"),
            ("SCRU160", 160, 20, "32 or 40 digits"),
            ("SCRU64", 63, 8, "12 digits"),
            ("Ulid-Flake", 63, 8, "13 digits"),
            ("Scalable Ulid-Flake", 63, 8, "13 digits"),
        ];
        assert_eq!(
            described,
            expected.map(|(title, bits, bytes, text)| (title, bits, bytes, text.to_owned()))
        );
    }
}
