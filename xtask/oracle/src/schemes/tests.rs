//! Checks the reasons for rejecting some strings. They were worked out by hand, but the vectors take theirs from the
//! oracle.

use super::*;

#[test]
fn strings_are_refused_for_the_first_of_their_faults() {
    for (scheme, text, reason) in [
        (&UUID7, "017f22e279b07cc398c4dc0c0c07398f", ("length", None)),
        (&UUID7, "017f22e27-9b0-7cc3-98c4-dc0c0c07398f", ("digit", Some(8))),
        (&UUID7, "017f22e2-79b0-4cc3-98c4-dc0c0c07398f", ("digit", Some(14))),
        (&UUID7, "017f22e2-79b0-7cc3-c8c4-dc0c0c07398f", ("digit", Some(19))),
        (&UUID7, "017f22e2-79b0-7cc3-18c4-dc0c0c07398f", ("digit", Some(19))),
        (&SCRU128, "f5lxx1zz5pn+rynqglhzmsp33", ("digit", Some(11))),
        (&SCRU128, "f5lxx1zz5pnorynqglhzmsp34", ("overflow", None)),
        (&SCRU160, "017bdf6431bb33750751eb63beb3c3f8c5969d8g", ("digit", Some(39))),
        (&SCRU160, "05TTUP1HNCPNH30VEK64KDQT9BSNU4C401234567", ("digit", Some(2))),
        (&SCRU64, "0u2r85hm2p-é", ("length", None)),
        (&ULID, "01ARZ3NDE-TSV4RRFFQ69O5FAV", ("digit", Some(9))),
        (&ULID, "8ZZZZZZZZZZZZZZZZZZZZZZZZO", ("digit", Some(25))),
        (&ULID, "80000000000000000000000000", ("overflow", None)),
        (&ULID_FLAKE, "8000000000000", ("overflow", None)),
    ] {
        assert_eq!(scheme.read(text), Err(reason), "{text}");
    }
}
