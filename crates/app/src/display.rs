//! Which of the two systems of windows of Linux is used. The variables may name a Wayland display that is not there: then X11 is
//! used, if its variable names one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Whether X11 is used although the variables name a Wayland display. `variable` reads one; `answers` says whether something
/// answers at a socket.
pub fn falls_back_to_x11(variable: impl Fn(&str) -> Option<OsString>, answers: impl Fn(&Path) -> bool) -> bool {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    // An open socket belongs to the process that opened it.
    if set("DISPLAY").is_none() || set("WAYLAND_SOCKET").is_some() {
        return false;
    }
    let Some(display) = set("WAYLAND_DISPLAY") else { return false };
    // A full path is used as it is; a name is in the folder of the session.
    let socket = match set("XDG_RUNTIME_DIR") {
        Some(folder) => PathBuf::from(folder).join(display),
        None => PathBuf::from(display),
    };
    !(socket.is_absolute() && answers(&socket))
}

/// Whether something answers at a socket.
#[cfg(target_os = "linux")]
pub(super) fn answers(socket: &Path) -> bool {
    std::os::unix::net::UnixStream::connect(socket).is_ok()
}
