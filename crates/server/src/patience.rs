//! Work that takes a while, in the midst of work that must not wait.

use tokio::runtime::{Handle, RuntimeFlavor};

/// Does what may take a while without holding up others, where there are threads for them. A server of one thread does it at
/// once: to hand it to another and to be called back costs more than most of it takes.
pub(crate) fn patiently<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}
