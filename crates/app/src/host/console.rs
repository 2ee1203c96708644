//! The console of Windows: the program is one for the console, so that a shell waits for it and shows its output.

use winsafe::co::TH32CS;
use winsafe::{FreeConsole, GetCurrentProcessId, HPROCESSLIST, SysResult};

/// Closes the console if it was opened for this program alone, because the desktop started it. The manifest tells Windows
/// 11 from 24H2 on to open none.
pub(crate) fn close_own() {
    // Without an answer, the console stays.
    if is_started_by_desktop().unwrap_or(false) {
        let _ = FreeConsole();
    }
}

fn is_started_by_desktop() -> SysResult<bool> {
    let mut all = HPROCESSLIST::CreateToolhelp32Snapshot(TH32CS::SNAPPROCESS, None)?;
    let (mut parent, mut desktops) = (None, Vec::new());
    for process in all.iter_processes() {
        let process = process?;
        if process.th32ProcessID == GetCurrentProcessId() {
            parent = Some(process.th32ParentProcessID);
        }
        if process.szExeFile().eq_ignore_ascii_case("explorer.exe") {
            desktops.push(process.th32ProcessID);
        }
    }
    Ok(parent.is_some_and(|parent| desktops.contains(&parent)))
}
