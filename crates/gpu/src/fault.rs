//! What went wrong with a device, remembered, and a way to wait for it.

use crate::GpuError;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

/// The first fault of a device. Later ones are its consequences and are not kept.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    first: Option<GpuError>,
    waiting: Vec<Waker>,
}

impl Faults {
    /// Keeps `error` if it is the first, and wakes whoever waits for one.
    pub(crate) fn report(&self, error: GpuError) {
        let waiting = {
            let mut state = self.lock();
            state.first.get_or_insert(error);
            std::mem::take(&mut state.waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }

    /// The first fault, if there was one.
    pub(crate) fn first(&self) -> Option<GpuError> {
        self.lock().first.clone()
    }

    /// Ready with the first fault; until then `waker` is called when it comes.
    pub(crate) fn poll(&self, waker: &Waker) -> Poll<GpuError> {
        let mut state = self.lock();
        if let Some(error) = &state.first {
            return Poll::Ready(error.clone());
        }
        if !state.waiting.iter().any(|other| other.will_wake(waker)) {
            state.waiting.push(waker.clone());
        }
        Poll::Pending
    }

    /// No code that holds the lock can panic, so a poisoned lock still guards whole data.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::Wake;

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn keeps_the_first_fault_and_wakes_each_waiter_once() {
        let faults = Faults::default();
        let count = Arc::new(Count::default());
        let waker = Waker::from(Arc::clone(&count));
        assert_eq!(faults.poll(&waker), Poll::Pending);
        assert_eq!(faults.poll(&waker), Poll::Pending);
        faults.report(GpuError::OutOfMemory);
        faults.report(GpuError::MapFailed);
        assert_eq!(count.0.load(Ordering::Relaxed), 1);
        assert_eq!(faults.poll(&waker), Poll::Ready(GpuError::OutOfMemory));
        assert_eq!(faults.first(), Some(GpuError::OutOfMemory));
    }
}
