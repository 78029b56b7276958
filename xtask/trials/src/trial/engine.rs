//! The engines of registries.

use std::time::Duration;

/// An engine of a registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// A folder.
    File,
    /// PostgreSQL.
    PostgreSql,
    /// etcd with one node.
    Etcd,
    /// etcd with three nodes.
    EtcdCluster,
    /// Redis.
    Redis,
}

impl Engine {
    /// All engines, those that take longest first.
    pub const ALL: [Self; 5] = [Self::EtcdCluster, Self::PostgreSql, Self::Etcd, Self::Redis, Self::File];

    /// The name of the option.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::PostgreSql => "postgresql",
            Self::Etcd => "etcd",
            Self::EtcdCluster => "etcd-3",
            Self::Redis => "redis",
        }
    }

    /// The name in the table.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "files",
            Self::PostgreSql => "PostgreSQL",
            Self::Etcd => "etcd",
            Self::EtcdCluster => "etcd, 3 nodes",
            Self::Redis => "Redis",
        }
    }

    /// The address of a registry on these ports.
    pub(super) fn address(self, ports: &[u16]) -> String {
        match self {
            Self::File => String::new(),
            Self::PostgreSql => format!("postgres://postgres@127.0.0.1:{}/postgres", ports[0]),
            Self::Redis => format!("redis://127.0.0.1:{}", ports[0]),
            Self::Etcd | Self::EtcdCluster => {
                let hosts: Vec<_> = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
                format!("etcd://{}", hosts.join(","))
            }
        }
    }

    /// Whether the engine notices that its data folder is an old copy. Otherwise, an operator must fence the registry before
    /// clients can connect.
    #[must_use]
    pub const fn notices_restore(self) -> bool {
        matches!(self, Self::PostgreSql | Self::Redis)
    }

    /// Whether the engine takes a restart for a restore, so that new grants begin only after the reach of the old ones.
    #[must_use]
    pub const fn distrusts_restarts(self) -> bool {
        self.notices_restore()
    }

    /// How much later than the reach of the old grants new ones begin, because the clock behind the floor is not exact.
    #[must_use]
    pub const fn floor_margin(self) -> Duration {
        match self {
            Self::Etcd | Self::EtcdCluster => Duration::from_secs(3),
            _ => Duration::ZERO,
        }
    }
}
