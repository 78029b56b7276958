//! The registries that a worker can open by name.

use anyhow::{Result, bail};
use idlease::registry::{FileRegistry, Registry};
use idlease_etcd::EtcdRegistry;
use idlease_postgres::PostgresRegistry;
use idlease_redis::RedisRegistry;

/// Opens a registry by its address, such as `file:/var/lib/leases` or `postgresql://user@host/database`.
pub(crate) fn open(address: &str) -> Result<Box<dyn Registry + Send>> {
    match address.split_once(':') {
        Some(("file", directory)) => Ok(Box::new(FileRegistry::new(directory))),
        Some(("etcd" | "etcds", _)) => Ok(Box::new(EtcdRegistry::from_url(address)?)),
        Some(("postgres" | "postgresql", _)) => Ok(Box::new(PostgresRegistry::from_url(address)?)),
        Some(("redis" | "rediss" | "valkeys", _)) => Ok(Box::new(RedisRegistry::from_url(address)?)),
        _ => bail!("{address:?} is not a registry: expected file:DIR, etcd://…, postgresql://… or redis://…"),
    }
}
