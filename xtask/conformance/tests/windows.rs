//! Process-wide generators within windows of timestamps. Each scheme has one test, because it has one generator.
#![cfg(feature = "std")]

use conformance::windows::Windowed;

macro_rules! tests {
    ($($module:ident: $scheme:ident, $column:ident;)+) => {$(
        mod $module {
            #[test]
            fn keeps_to_its_window() {
                super::test::<harness::schemes::$scheme>();
            }
        }
    )+};
}

harness::for_each_scheme!(tests!);

fn test<S: harness::scheme::SchemeUnderTest>() {
    // Only schemes with nodes have windows.
    let Some(windowed) = Windowed::<S>::new() else { return };
    #[cfg(unix)]
    windowed.is_not_inherited();
    // This comes last, because it leaves the generator far ahead of the clock.
    windowed.keeps_to_its_window();
}
