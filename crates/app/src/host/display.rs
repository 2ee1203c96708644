//! Chooses between Wayland and X11 on Linux. The environment variables may name a Wayland display that does not exist.
//! Then X11 is used, if its variable is set.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Returns whether to use X11 although the variables name a Wayland display. `variable` reads a variable, `answers`
/// checks whether a server answers at a socket.
pub fn falls_back_to_x11(variable: impl Fn(&str) -> Option<OsString>, answers: impl Fn(&Path) -> bool) -> bool {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    // `WAYLAND_SOCKET` is an open socket that belongs to this process.
    if set("DISPLAY").is_none() || set("WAYLAND_SOCKET").is_some() {
        return false;
    }
    let Some(display) = set("WAYLAND_DISPLAY") else { return false };
    // A full path is used as it is. A name is relative to `XDG_RUNTIME_DIR`.
    let socket = match set("XDG_RUNTIME_DIR") {
        Some(folder) => PathBuf::from(folder).join(display),
        None => PathBuf::from(display),
    };
    !(socket.is_absolute() && answers(&socket))
}

/// Returns whether a server answers at a socket.
#[cfg(target_os = "linux")]
pub(crate) fn answers(socket: &Path) -> bool {
    std::os::unix::net::UnixStream::connect(socket).is_ok()
}
