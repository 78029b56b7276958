//! Generators of this workspace's crates.

use idcore::{NoClock, SystemClock, SystemRandom};

use super::{
    AtGenerator, Codec, Filler, OurScru64, OurScru128, OurScru160, OurUlid, OurUlidFlake, OwnGenerator,
    ProcessWide,
};
use crate::sources::{FastClock, SteppingClock};

macro_rules! own {
    ($contender:ident, $package:ident, $config:expr) => {
        impl OwnGenerator for $contender {
            type Own = $package::Generator<SystemClock, SystemRandom>;

            fn own() -> Self::Own {
                $package::Generator::with_config($config, SystemClock, SystemRandom::new())
            }

            #[inline]
            fn generate(own: &mut Self::Own) -> Self::Id {
                own.generate().expect("an ID")
            }
        }
    };
}

macro_rules! any_number {
    ($contender:ident, $package:ident, $config:expr, $step_ms:literal) => {
        impl AtGenerator for $contender {
            type At = $package::Generator<NoClock, SystemRandom>;
            const STEP_MS: u64 = $step_ms;

            fn at() -> Self::At {
                $package::Generator::with_config($config, NoClock, SystemRandom::new())
            }

            #[inline]
            fn generate_at(at: &mut Self::At, unix_ms: u64) -> Self::Id {
                at.generate_at(unix_ms).expect("an ID")
            }
        }

        impl Filler for $contender {
            type Filler = $package::Generator<SteppingClock, SystemRandom>;

            fn filler() -> Self::Filler {
                let clock = SteppingClock::new(Self::STEP_MS);
                $package::Generator::with_config($config, clock, SystemRandom::new())
            }

            #[inline]
            fn fill(filler: &mut Self::Filler, ids: &mut [Self::Id]) {
                filler.fill(ids).expect("as many IDs");
            }
        }
    };
}

macro_rules! process_wide {
    ($contender:ident, $package:ident $(, $prepare:expr)?) => {
        impl ProcessWide for $contender {
            type ProcessWideId = <Self as Codec>::Id;

            $(fn prepare() {
                $prepare;
            })?

            #[inline]
            fn new_id() -> Self::ProcessWideId {
                $package::new()
            }
        }
    };
}

/// A node id of one bit, and a counter that always starts at 0. A tick then holds as many IDs as possible.
fn widest() -> scru64::Config {
    let config = scru64::Config::new(scru64::NodeSpec::with_node_id(0, 1).expect("a node"));
    config.with_guard_bits(23).expect("as many guard bits as the counter has")
}

own!(OurScru128, scru128, scru128::Config::new());
own!(OurScru64, scru64, widest());
own!(OurUlid, ulid, ulid::Config::new());
own!(OurScru160, scru160, scru160::Config::new());

/// A random start can be so close to the largest randomness that the (accelerated) millisecond has few IDs.
impl OwnGenerator for OurUlidFlake {
    type Own = ulid_flake::Generator<FastClock, SystemRandom>;

    fn own() -> Self::Own {
        ulid_flake::Generator::with_sources(FastClock::default(), SystemRandom::new())
    }

    #[inline]
    fn generate(own: &mut Self::Own) -> Self::Id {
        loop {
            if let Ok(id) = own.generate() {
                return id;
            }
        }
    }
}

any_number!(OurScru128, scru128, scru128::Config::new(), 1);
any_number!(OurScru64, scru64, widest(), 512);
any_number!(OurUlid, ulid, ulid::Config::new(), 1);
any_number!(OurScru160, scru160, scru160::Config::new(), 1_000);

process_wide!(OurScru128, scru128);
process_wide!(OurScru64, scru64, scru64::configure(widest()));
process_wide!(OurUlid, ulid);
process_wide!(OurScru160, scru160);
