//! Generators of this workspace's crates.

use idcore::clock::{CoarseClock, NoClock, SystemClock};
use idcore::random::SystemRandom;

use super::{
    AtGenerator, CoarseGenerator, Filler, OurScru64, OurScru128, OurScru160, OurUlid, OurUlidFlake, OurUuid7,
    PerThread,
};
use crate::sources::{FastClock, SteppingClock};

macro_rules! own {
    ($contender:ident, $package:ident, $config:expr) => {
        own_generator!(
            $contender, $package::Generator<SystemClock, SystemRandom>,
            new: $package::Generator::with_config($config, SystemClock, SystemRandom::new()),
            |own| own.generate().expect("an ID")
        );

        impl CoarseGenerator for $contender {
            type Coarse = $package::Generator<CoarseClock, SystemRandom>;

            fn coarse() -> Self::Coarse {
                $package::Generator::with_config($config, CoarseClock, SystemRandom::new())
            }

            #[inline]
            fn generate_coarse(coarse: &mut Self::Coarse) -> Self::Id {
                coarse.generate().expect("an ID")
            }
        }
    };
}

macro_rules! per_thread {
    ($contender:ident, $package:ident) => {
        impl PerThread for $contender {
            #[inline]
            fn new_in_thread() -> Self::Id {
                $package::per_thread::new()
            }
        }
    };
}

macro_rules! any_number {
    ($contender:ident, $package:ident, $config:expr, $step_ms:literal) => {
        at_generator!(
            $contender, $package::Generator<NoClock, SystemRandom>, step_ms: $step_ms,
            new: $package::Generator::with_config($config, NoClock, SystemRandom::new()),
            |at, unix_ms| at.generate_at(unix_ms).expect("an ID")
        );

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

/// Returns a configuration with a one-bit node ID and a counter that always starts at 0. A tick then has room for as
/// many IDs as possible.
fn widest() -> scru64::Config {
    let config = scru64::Config::new(scru64::NodeSpec::with_node_id(0, 1).expect("a node"));
    config.with_guard_bits(23).expect("as many guard bits as the counter has")
}

own!(OurScru128, scru128, scru128::Config::new());
own!(OurScru64, scru64, widest());
own!(OurUlid, ulid, ulid::Config::new());
own!(OurUuid7, uuid7, uuid7::Config::new());
own!(OurScru160, scru160, scru160::Config::new());

// A random start can be so close to the largest randomness that the (accelerated) millisecond has few IDs.
own_generator!(
    OurUlidFlake, ulid_flake::Generator<FastClock, SystemRandom>,
    new: ulid_flake::Generator::with_config(ulid_flake::Config::new(), FastClock::default(), SystemRandom::new()),
    |own| loop {
        if let Ok(id) = own.generate() {
            return id;
        }
    }
);

any_number!(OurScru128, scru128, scru128::Config::new(), 1);
any_number!(OurScru64, scru64, widest(), 512);
any_number!(OurUlid, ulid, ulid::Config::new(), 1);
any_number!(OurUuid7, uuid7, uuid7::Config::new(), 1);
any_number!(OurScru160, scru160, scru160::Config::new(), 1_000);

process_wide!(OurScru128, scru128::Scru128, new: scru128::Scru128::new());
process_wide!(OurScru64, scru64::Scru64, new: scru64::Scru64::new(), prepare: scru64::Scru64::configure(widest()));
process_wide!(OurUlid, ulid::Ulid, new: ulid::Ulid::new());
process_wide!(OurUuid7, uuid7::Uuid7, new: uuid7::Uuid7::new());
process_wide!(OurScru160, scru160::Scru160, new: scru160::Scru160::new());

per_thread!(OurScru128, scru128);
per_thread!(OurUlid, ulid);
per_thread!(OurUuid7, uuid7);
per_thread!(OurScru160, scru160);
