//! The engines of registries.

use std::time::Duration;

use clap::ValueEnum;

/// An engine of a registry. The comments are the titles in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub(super) enum Engine {
    /// files
    File,
    /// PostgreSQL
    #[value(name = "postgresql")]
    PostgreSql,
    /// etcd
    Etcd,
    /// etcd, 3 nodes
    #[value(name = "etcd-3")]
    EtcdCluster,
    /// Redis
    Redis,
}

impl Engine {
    /// All engines, those that take longest first.
    pub(super) const ALL: [Self; 5] =
        [Self::EtcdCluster, Self::PostgreSql, Self::Etcd, Self::Redis, Self::File];

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

    /// Whether the engine notices that its data folder is an old copy. It then takes a restart for a restore, so that new grants
    /// begin only after the reach of the old ones. Otherwise, an operator must fence a restored registry before clients connect.
    pub(super) const fn notices_restore(self) -> bool {
        matches!(self, Self::PostgreSql | Self::Redis)
    }

    /// How much later than the reach of the old grants new ones begin, because the clock behind the floor is not exact.
    pub(super) const fn floor_margin(self) -> Duration {
        match self {
            Self::Etcd | Self::EtcdCluster => Duration::from_secs(3),
            _ => Duration::ZERO,
        }
    }
}
