//! Macros for the implementations of the traits, which have the same shape for all crates.

/// Implements [`Contender`](super::Contender) and [`Codec`](super::Codec) for a new type.
macro_rules! codec {
    (
        $(#[$doc:meta])* $contender:ident, $scheme:literal, $implementation:expr, $id:ty, $error:ty,
        id: |$integer:ident| $make:expr,
        string: |$value:ident| $string:expr,
        parse: |$text:ident| $parse:expr $(,)?
    ) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $contender;

        impl $crate::contenders::Contender for $contender {
            const NAME: $crate::meter::Name = $crate::meter::Name { scheme: $scheme, implementation: $implementation };
        }

        impl $crate::contenders::Codec for $contender {
            type Id = $id;
            type Error = $error;

            fn id($integer: u128) -> $id {
                $make
            }

            #[inline]
            fn string($value: $id) -> String {
                $string
            }

            #[inline]
            fn parse($text: &str) -> Result<$id, $error> {
                $parse
            }
        }
    };
}

/// Implements [`StackText`](super::StackText).
macro_rules! stack_text {
    ($contender:ident, |$id:ident| $text:expr $(, write: |$from:ident, $place:ident| $write:expr)?) => {
        impl $crate::contenders::StackText for $contender {
            #[inline]
            fn text($id: Self::Id) -> impl AsRef<[u8]> {
                $text
            }

            $(#[inline]
            fn write($from: Self::Id, $place: &mut [u8]) {
                $write;
            })?
        }
    };
}

/// Implements [`OwnGenerator`](super::OwnGenerator).
macro_rules! own_generator {
    ($contender:ident, $own:ty, new: $new:expr, |$generator:pat_param| $generate:expr) => {
        impl $crate::contenders::OwnGenerator for $contender {
            type Own = $own;

            fn own() -> Self::Own {
                $new
            }

            #[inline]
            fn generate($generator: &mut Self::Own) -> Self::Id {
                $generate
            }
        }
    };
}

/// Implements [`AtGenerator`](super::AtGenerator).
macro_rules! at_generator {
    (
        $contender:ident, $at:ty, step_ms: $step_ms:literal, new: $new:expr,
        |$generator:pat_param, $unix_ms:ident| $generate:expr
    ) => {
        impl $crate::contenders::AtGenerator for $contender {
            type At = $at;
            const STEP_MS: u64 = $step_ms;

            fn at() -> Self::At {
                $new
            }

            #[inline]
            fn generate_at($generator: &mut Self::At, $unix_ms: u64) -> Self::Id {
                $generate
            }
        }
    };
}

/// Implements [`Filler`](super::Filler) for a crate without such a method: one clock reading, and a loop.
macro_rules! fill_by_loop {
    ($contender:ident) => {
        impl $crate::contenders::Filler for $contender {
            type Filler = (<Self as $crate::contenders::AtGenerator>::At, $crate::sources::SteppingClock);

            fn filler() -> Self::Filler {
                let step_ms = <Self as $crate::contenders::AtGenerator>::STEP_MS;
                (
                    <Self as $crate::contenders::AtGenerator>::at(),
                    $crate::sources::SteppingClock::new(step_ms),
                )
            }

            #[inline]
            fn fill((at, clock): &mut Self::Filler, ids: &mut [Self::Id]) {
                let unix_ms = clock.next_unix_ms();
                for id in ids {
                    *id = <Self as $crate::contenders::AtGenerator>::generate_at(at, unix_ms);
                }
            }
        }
    };
}

/// Implements [`ProcessWide`](super::ProcessWide).
macro_rules! process_wide {
    ($(#[$doc:meta])* $contender:ident, $id:ty, new: $new_id:expr $(, prepare: $prepare:expr)?) => {
        $(#[$doc])*
        impl $crate::contenders::ProcessWide for $contender {
            type ProcessWideId = $id;

            $(fn prepare() {
                $prepare;
            })?

            #[inline]
            fn new_id() -> $id {
                $new_id
            }
        }
    };
}
