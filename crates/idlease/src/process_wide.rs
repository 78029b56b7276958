//! The process-wide generator of a scheme as the target of a keeper.

use std::sync::Arc;

use idcore::Window;
use idcore::error::RangeError;

use crate::NodeScheme;
use crate::cell::Configure;
use crate::status::Grant;
use crate::target::Target;

pub(crate) struct ProcessWideTarget<S: NodeScheme> {
    configure: Arc<Configure<S>>,
    window: Option<Window<S>>,
}

impl<S: NodeScheme> ProcessWideTarget<S> {
    pub(crate) const fn new(configure: Arc<Configure<S>>) -> Self {
        Self { configure, window: None }
    }
}

impl<S: NodeScheme> Target for ProcessWideTarget<S> {
    fn begin(&mut self, grant: &Grant) -> Result<(), RangeError> {
        let config = (self.configure)(grant.node_id, grant.node_id_size)?;
        self.window = Some(config.configure_within(grant.start_unix_ms, grant.end_unix_ms)?);
        Ok(())
    }

    fn extend(&mut self, end_unix_ms: u64) -> bool {
        self.window.as_ref().is_some_and(|window| window.extend(end_unix_ms))
    }

    fn last_unix_ms(&self) -> Option<u64> {
        self.window.as_ref().and_then(Window::last_unix_ms)
    }

    fn stop(&mut self) -> Option<u64> {
        self.window.take().and_then(|window| window.stop())
    }
}
