//! Where the seed of [`SystemRandom`](crate::SystemRandom) comes from.

#[cfg(any(target_os = "android", target_os = "linux"))]
pub(crate) use linux::{Error, seed};
#[cfg(not(any(target_os = "android", target_os = "linux")))]
pub(crate) use other::{Error, seed};

#[cfg(any(target_os = "android", target_os = "linux"))]
mod linux {
    use std::fs::File;
    use std::io::{self, Read};
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use thiserror::Error;

    use crate::trusted::fill_by_system_call;

    /// Whether the kernel's pool is known to be ready. It then stays ready, in forked children too.
    static IS_READY: AtomicBool = AtomicBool::new(false);

    /// Why the kernel gave no randomness.
    #[derive(Debug, Error)]
    pub(crate) enum Error {
        #[error("getrandom(2) failed")]
        SystemCall(#[source] io::Error),
        #[error("getrandom(2) is refused ({refusal}), and {path} can't be used")]
        Device {
            refusal: io::Error,
            path: &'static str,
            #[source]
            error: io::Error,
        },
    }

    /// A kernel device.
    struct Device {
        path: &'static str,
        /// Its major and minor number, as `stat` reports them.
        number: u64,
    }

    const RANDOM: Device = Device { path: "/dev/random", number: 1 << 8 | 8 };
    const URANDOM: Device = Device { path: "/dev/urandom", number: 1 << 8 | 9 };

    /// Asks the kernel by a system call or, if that does not exist or is refused, by its device.
    ///
    /// # Errors
    ///
    /// Returns an error if the call fails in another way, or if the device can't be used.
    pub(crate) fn seed() -> Result<[u8; 32], Error> {
        let mut seed = [0; 32];
        match fill_by_system_call(&mut seed) {
            Ok(()) => Ok(seed),
            Err(refusal) if matches!(refusal.raw_os_error(), Some(libc::ENOSYS | libc::EPERM)) => {
                match fill_by_device(&mut seed) {
                    Ok(()) => Ok(seed),
                    Err((path, error)) => Err(Error::Device { refusal, path, error }),
                }
            }
            Err(error) => Err(Error::SystemCall(error)),
        }
    }

    fn fill_by_device(bytes: &mut [u8; 32]) -> Result<(), (&'static str, io::Error)> {
        let fill =
            |device: &Device, bytes: &mut [u8]| device.fill(bytes).map_err(|error| (device.path, error));
        // `/dev/random` provides a byte only once the pool is ready. `/dev/urandom` never waits for that.
        if !IS_READY.load(Relaxed) {
            fill(&RANDOM, &mut [0])?;
            IS_READY.store(true, Relaxed);
        }
        fill(&URANDOM, bytes)
    }

    impl Device {
        /// Opens the device for each seed. If a descriptor were kept, it could be closed and then belong to another
        /// file.
        fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
            let mut file = File::open(self.path)?;
            let metadata = file.metadata()?;
            if !metadata.file_type().is_char_device() || metadata.rdev() != self.number {
                return Err(io::Error::other("it is not the kernel's device"));
            }
            file.read_exact(bytes)
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// This path is taken only if the system call is refused.
        #[test]
        fn the_devices_give_different_bytes_each_time() {
            for device in [RANDOM, URANDOM] {
                let [one, other] = [(); 2].map(|()| {
                    let mut bytes = [0; 32];
                    device.fill(&mut bytes).expect("the system has its devices");
                    bytes
                });
                assert_ne!(one, other);
            }
        }

        /// `/dev/random` provides a byte before the first seed. The seeds come from `/dev/urandom`.
        #[test]
        fn seeds_from_devices_wait_for_the_pool() {
            let [one, other] = [(); 2].map(|()| {
                let mut seed = [0; 32];
                fill_by_device(&mut seed).expect("the system has its devices");
                assert!(IS_READY.load(Relaxed));
                seed
            });
            assert!(one != other && one != [0; 32]);
        }

        #[test]
        fn another_file_is_not_the_device() {
            for path in ["/dev/null", "/dev/zero", "/proc/self/stat"] {
                let error = Device { path, ..URANDOM }.fill(&mut [0; 32]).expect_err("it has another number");
                assert_eq!(error.kind(), io::ErrorKind::Other, "{path}: {error}");
            }
        }
    }
}

/// All other systems use the library. No widely used one that can fork makes it read a device.
#[cfg(not(any(target_os = "android", target_os = "linux")))]
mod other {
    pub(crate) use getrandom::Error;

    pub(crate) fn seed() -> Result<[u8; 32], Error> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map(|()| seed)
    }
}
