//! A number for each process, which shows that a process was forked.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::{known_process_number, process_number, registered_process_number};

#[cfg(not(unix))]
mod none;
#[cfg(not(unix))]
pub(crate) use none::{known_process_number, process_number, registered_process_number};
