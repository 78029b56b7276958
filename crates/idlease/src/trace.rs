//! Events for subscribers of `tracing`.

use std::error::Error;

use crate::status::Event;

macro_rules! emit {
    ($level:ident, $grant:expr, $message:literal) => {
        tracing::$level!(
            target: "idlease",
            slot = $grant.slot,
            node_id = $grant.node_id,
            node_id_size = $grant.node_id_size,
            epoch = $grant.epoch,
            owner = %$grant.owner,
            start_unix_ms = $grant.start_unix_ms,
            end_unix_ms = $grant.end_unix_ms,
            $message
        )
    };
}

pub(crate) fn emit(event: Event<'_>) {
    match event {
        Event::Granted(grant) => emit!(info, grant, "a node id was leased"),
        Event::Renewed(grant) => emit!(debug, grant, "the lease was renewed"),
        Event::Failed(error) => warn(error, "the lease was not acquired or renewed"),
        Event::Lost(grant) => emit!(error, grant, "the lease was lost"),
        Event::Released(grant) => emit!(info, grant, "the lease was released"),
        Event::NotReleased(error) => warn(error, "the lease was not released"),
    }
}

fn warn(error: &(dyn Error + 'static), message: &str) {
    tracing::warn!(target: "idlease", error, "{message}");
}

#[cfg(test)]
mod tests {
    use std::fmt::{Debug, Write};
    use std::sync::{Arc, Mutex};

    use tracing::field::{Field, Visit};
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Metadata, Subscriber, subscriber};

    use crate::Keeper;
    use crate::protocol::plan_fence;
    use crate::registry::{Pool, Registry, Slots};
    use crate::testing::{Fault, MemoryRegistry, TestClock};

    /// Keeps a line for each event.
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<String>>);

    impl Visit for Lines {
        fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
            write!(self.0.lock().unwrap(), " {}={value:?}", field.name()).unwrap();
        }
    }

    impl Subscriber for Lines {
        fn enabled(&self, metadata: &Metadata<'_>) -> bool {
            metadata.target() == "idlease"
        }

        fn event(&self, event: &tracing::Event<'_>) {
            write!(self.0.lock().unwrap(), "\n{}", event.metadata().level()).unwrap();
            event.record(&mut self.clone());
        }

        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }

        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    #[test]
    fn each_event_has_its_level_and_fields() {
        let pool = Pool::new(8).unwrap().with_node_ids(7, 1).unwrap();
        let registry = MemoryRegistry::with_pool(pool);
        let mut client = registry.clone();
        client.fail_next([Some(Fault::LostRequest)]);
        let clock = TestClock::new(1_000);
        let drive = |client: MemoryRegistry| -> Keeper {
            let mut keeper = crate::scru64(client)
                .with_clock(clock.clone())
                .keeper_for(crate::target::NoGenerator::default());
            keeper.tick();
            keeper
        };
        let (lines, mut owners) = (Lines::default(), Vec::new());
        subscriber::with_default(lines.clone(), || {
            let mut keeper = drive(client);
            keeper.tick();
            clock.set_unix_ms(2_000);
            keeper.tick();
            let timeout = std::time::Duration::from_secs(60);
            let snapshot = registry.clone().read(Slots::All, timeout).unwrap().unwrap();
            let fence = plan_fence(0, *snapshot.record(0).unwrap(), &snapshot, 0);
            registry.clone().replace(0, &fence.expected, &fence.new, timeout).unwrap();
            owners.push(keeper.status().grant.unwrap().owner);
            keeper.tick();
            for fault in [None, Some(Fault::LostRequest)] {
                let mut client = MemoryRegistry::with_pool(pool);
                client.fail_next([None, None, None, fault]);
                let keeper = drive(client);
                owners.push(keeper.status().grant.unwrap().owner);
                drop(keeper);
            }
        });
        let grant = |start, end, owner: usize| {
            let owner = owners[owner];
            format!(
                "slot=0 node_id=7 node_id_size=8 epoch=1 owner={owner} start_unix_ms={start} end_unix_ms={end}"
            )
        };
        let expected = [
            "WARN message=the lease was not acquired or renewed error=the registry failed to read the records",
            &format!("INFO message=a node id was leased {}", grant(1_000, 11_000, 0)),
            &format!("DEBUG message=the lease was renewed {}", grant(1_000, 12_000, 0)),
            &format!("ERROR message=the lease was lost {}", grant(1_000, 12_000, 0)),
            "WARN message=the lease was not acquired or renewed error=no slot can be acquired",
            &format!("INFO message=a node id was leased {}", grant(2_000, 12_000, 1)),
            &format!("INFO message=the lease was released {}", grant(2_000, 12_000, 1)),
            &format!("INFO message=a node id was leased {}", grant(2_000, 12_000, 2)),
            "WARN message=the lease was not released error=the registry failed to replace the record",
        ];
        assert_eq!(lines.0.lock().unwrap().trim_start(), expected.join("\n"));
    }
}
