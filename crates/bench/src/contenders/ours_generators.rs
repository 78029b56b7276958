//! This workspace's crates: generators.

use idcore::{NoClock, SystemClock, SystemRandom};

use super::{
    AtGenerator, Codec, Filler, OurScru64, OurScru128, OurScru160, OurUlid, OurUlidFlake, OwnGenerator,
    ProcessWide,
};
use crate::sources::{FastClock, SteppingClock};

macro_rules! own {
    ($contender:ident, $generator:ident in $package:ident, $config:expr, $clock:ty) => {
        impl OwnGenerator for $contender {
            type Own = $package::$generator<$clock, SystemRandom>;

            fn own() -> Self::Own {
                $package::$generator::with_config($config, <$clock>::default(), SystemRandom::new())
            }

            #[inline]
            fn generate(own: &mut Self::Own) -> Self::Id {
                own.generate().expect("an ID")
            }
        }
    };
}

macro_rules! any_number {
    ($contender:ident, $generator:ident in $package:ident, $config:expr, $step_ms:literal) => {
        impl AtGenerator for $contender {
            type At = $package::$generator<NoClock, SystemRandom>;
            const STEP_MS: u64 = $step_ms;

            fn at() -> Self::At {
                $package::$generator::with_config($config, NoClock, SystemRandom::new())
            }

            #[inline]
            fn generate_at(at: &mut Self::At, unix_ms: u64) -> Self::Id {
                at.generate_at(unix_ms).expect("an ID")
            }
        }

        impl Filler for $contender {
            type Filler = $package::$generator<SteppingClock, SystemRandom>;

            fn filler() -> Self::Filler {
                let clock = SteppingClock::new(Self::STEP_MS);
                $package::$generator::with_config($config, clock, SystemRandom::new())
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

/// One bit of a node, and a counter that always starts from 0: as many IDs in a tick as there can be.
fn widest() -> scru64::Config {
    let config = scru64::Config::new(scru64::NodeSpec::with_node_id(0, 1).expect("a node"));
    config.with_guard_bits(23).expect("as many guard bits as the counter has")
}

own!(OurScru128, Generator in scru128, scru128::Config::new(), SystemClock);
own!(OurScru64, Generator in scru64, widest(), SystemClock);
own!(OurUlid, Generator in ulid, ulid::Config::new(), SystemClock);
own!(OurScru160, Generator in scru160, scru160::Config::new(), SystemClock);
own!(OurUlidFlake, Generator in ulid_flake, ulid_flake::Config::new(), FastClock);

any_number!(OurScru128, Generator in scru128, scru128::Config::new(), 1);
any_number!(OurScru64, Generator in scru64, widest(), 512);
any_number!(OurUlid, Generator in ulid, ulid::Config::new(), 1);
any_number!(OurScru160, Generator in scru160, scru160::Config::new(), 1_000);

process_wide!(OurScru128, scru128);
process_wide!(OurScru64, scru64, scru64::configure(widest()));
process_wide!(OurUlid, ulid);
process_wide!(OurScru160, scru160);
