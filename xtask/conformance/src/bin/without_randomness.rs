//! Replaces itself with a program for which `getrandom(2)` fails: `without_randomness ENOSYS|EPERM|EIO PROGRAM
//! [ARGUMENT...]`.

fn main() {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    become_program();
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn become_program() {
    use std::os::unix::process::CommandExt;

    use servers::no_randomness::{REFUSALS, refuse_getrandom};

    let mut arguments = std::env::args_os().skip(1);
    let name = arguments.next().expect("the name of an error");
    let (_, errno) = REFUSALS.into_iter().find(|&(known, _)| name == known).expect("one of the errors above");
    let mut command = std::process::Command::new(arguments.next().expect("a program"));
    command.args(arguments);
    refuse_getrandom(errno);
    panic!("{command:?}: {}", command.exec());
}
