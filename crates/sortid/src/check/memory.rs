//! How much memory there is.

use std::fs;
use std::path::Path;

/// What is assumed of a system that does not say it.
const ASSUMED: u64 = 1 << 31;

/// The bytes that this process can still take: those of the system, or of a control group with fewer.
///
/// `root` is the folder of `proc` and `sys`.
pub(super) fn available(root: &Path) -> u64 {
    let proc = |file| fs::read_to_string(root.join("proc").join(file)).unwrap_or_default();
    let kilobytes = number_after(&proc("meminfo"), "MemAvailable:");
    let of_system = kilobytes.map_or(ASSUMED, |kilobytes| kilobytes.saturating_mul(1024));
    let groups = proc("self/cgroup");
    // A line is a number, names of controllers, and a path, with colons between them. Version 2 has no names.
    let of_groups = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        match (parts.next()?, parts.next()?) {
            ("", path) => left(&root.join("sys/fs/cgroup"), path, ["memory.max", "anon"]),
            ("memory", path) => {
                left(&root.join("sys/fs/cgroup/memory"), path, ["memory.limit_in_bytes", "total_rss"])
            }
            _ => None,
        }
    });
    of_groups.fold(of_system, u64::min)
}

/// The least that a group or a group around it has left, if one of them has a limit. In a container, the path can be one of
/// the system around it. Then the outermost folder is the container's.
fn left(mount: &Path, path: &str, [limit, used]: [&str; 2]) -> Option<u64> {
    let groups = Path::new(path.trim_start_matches('/')).ancestors();
    let left = groups.filter_map(|group| {
        let folder = mount.join(group);
        let limit: u64 = fs::read_to_string(folder.join(limit)).ok()?.trim().parse().ok()?;
        // Cached files count as used, but make room.
        let used =
            fs::read_to_string(folder.join("memory.stat")).ok().and_then(|stat| number_after(&stat, used));
        Some(limit.saturating_sub(used.unwrap_or(0)))
    });
    left.min()
}

/// The number after a word at the start of a line.
fn number_after(text: &str, word: &str) -> Option<u64> {
    let words = text.lines().map(|line| line.split_ascii_whitespace());
    words
        .filter_map(|mut words| Some((words.next()?, words.next()?)))
        .find(|(first, _)| *first == word)?
        .1
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMINFO: &str =
        "MemTotal:       24684084 kB\nMemFree:        17880956 kB\nMemAvailable:       4096 kB\n";

    /// The files of a system: their paths and contents.
    fn system(files: &[(&str, &str)]) -> u64 {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        available(root.path())
    }

    #[test]
    fn of_a_system_or_of_a_group_with_less() {
        let meminfo = ("proc/meminfo", MEMINFO);
        assert_eq!(system(&[]), ASSUMED);
        assert_eq!(system(&[meminfo]), 4 << 20);
        // Version 2: the group has no limit, the one around it has.
        let group = ("proc/self/cgroup", "0::/outer/inner\n");
        let unlimited = ("sys/fs/cgroup/outer/inner/memory.max", "max\n");
        let limit = ("sys/fs/cgroup/outer/memory.max", "3000000\n");
        let used = ("sys/fs/cgroup/outer/memory.stat", "file 7\nanon 1000000\nanon_thp 5\n");
        assert_eq!(system(&[meminfo, group, unlimited]), 4 << 20);
        assert_eq!(system(&[meminfo, group, unlimited, limit]), 3_000_000);
        assert_eq!(system(&[meminfo, group, unlimited, limit, used]), 2_000_000);
        // Version 1, in a container.
        let group = ("proc/self/cgroup", "5:cpu:/docker/1\n4:memory:/docker/1\n0::/\n");
        let limit = ("sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000\n");
        let used = ("sys/fs/cgroup/memory/memory.stat", "rss 5\ntotal_rss 500000\n");
        assert_eq!(system(&[meminfo, group, limit, used]), 1_500_000);
        // More is used than there may be.
        assert_eq!(system(&[meminfo, group, ("sys/fs/cgroup/memory/memory.limit_in_bytes", "1"), used]), 0);
    }
}
