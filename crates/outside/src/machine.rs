//! The machine that runs the program: how much memory it has.

use std::sync::OnceLock;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Smallest memory for runs, in bytes. Older versions always used this much.
const LEAST: u64 = 1 << 30;

/// Returns how many bytes a run may take unless the user sets it: a quarter of the machine's memory, or of that of the
/// container, and at least 1 GiB. A machine that does not state its memory gives 1 GiB.
pub fn memory_for_runs() -> usize {
    static MEMORY: OnceLock<usize> = OnceLock::new();
    *MEMORY.get_or_init(|| {
        let kind = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(kind);
        let container = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
        quarter(system.total_memory().min(container))
    })
}

/// Returns a quarter of a machine's memory in whole MiB, within bounds.
fn quarter(all: u64) -> usize {
    let whole = (all / 4) >> 20 << 20;
    usize::try_from(whole.max(LEAST)).unwrap_or(usize::MAX)
}
