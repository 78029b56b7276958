//! Values that belong to one process.

use std::mem;

use super::Process;

/// A value that only the process that created it can use, such as a connection or a channel to a thread.
///
/// In a forked child, the value is missing, and it is leaked instead of dropped. It shares sockets with the parent, so
/// closing it properly would also close the parent's connection. And a thread, which the child doesn't have, may have
/// locked it.
///
/// ```
/// use idlease::engine::ProcessLocal;
///
/// let mut connection = ProcessLocal::new("a connection");
/// assert!(connection.get().is_some());
/// assert_eq!(connection.take(), Some("a connection"));
/// assert!(connection.get().is_none());
/// ```
#[derive(Debug)]
pub struct ProcessLocal<T>(Option<(Process, T)>);

impl<T> ProcessLocal<T> {
    /// Creates a value of the current process.
    pub fn new(value: T) -> Self {
        Self(Some((Process::current(), value)))
    }

    /// Returns the value. Returns `None` in a forked child, or if the value was taken.
    pub fn get(&mut self) -> Option<&mut T> {
        self.0.as_mut().filter(|(process, _)| process.is_current()).map(|(_, value)| value)
    }

    /// Takes the value out. Returns `None` in a forked child, or if the value was taken before.
    pub fn take(&mut self) -> Option<T> {
        match self.0.take() {
            Some((process, value)) if process.is_current() => Some(value),
            inherited => {
                mem::forget(inherited);
                None
            }
        }
    }
}

/// Creates a missing value.
impl<T> Default for ProcessLocal<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Drop for ProcessLocal<T> {
    fn drop(&mut self) {
        drop(self.take());
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    #[test]
    fn a_value_of_the_parent_is_missing_and_leaked() {
        let counter = Rc::new(());
        drop(ProcessLocal::new(Rc::clone(&counter)));
        assert_eq!(Rc::strong_count(&counter), 1);
        let parent = Process::parent();
        let mut inherited = ProcessLocal(Some((parent, Rc::clone(&counter))));
        assert!(inherited.get().is_none() && inherited.take().is_none());
        drop(ProcessLocal(Some((parent, Rc::clone(&counter)))));
        assert_eq!(Rc::strong_count(&counter), 3);
    }
}
