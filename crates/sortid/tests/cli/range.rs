//! `sortid range`.

use crate::{SCHEMES, good, unix_ms};

#[test]
fn holds_all_ids_of_the_span_and_no_others() {
    for (scheme, options) in SCHEMES {
        let id = good(&[&["new", scheme], options].concat(), "");
        let time = unix_ms(scheme, id.trim());
        let (from, to) = (time.to_string(), (time + 1).to_string());
        let bounds = good(&["range", scheme, "--from", &from, "--to", &to], "");
        let [min, max] = bounds.lines().collect::<Vec<_>>()[..] else { panic!("{bounds}") };
        assert!(min <= id.trim() && id.trim() <= max, "{scheme}");
        assert_eq!(unix_ms(scheme, min), time);
    }
}
