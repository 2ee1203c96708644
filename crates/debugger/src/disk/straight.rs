//! Paths that are written directly, because they lead to no file on a disk: pipes, devices, and open files by number.

#![expect(clippy::disallowed_methods, reason = "this file is a part of the disk")]

use super::writing::{Step, look, step};
use crate::formats::file_name::is_device_name;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Returns the number of an open file named by a path such as `/dev/fd/3`.
fn descriptor(path: &Path) -> Option<u32> {
    let text = path.to_str().filter(|_| cfg!(unix))?;
    match text {
        "/dev/stdout" => Some(1),
        "/dev/stderr" => Some(2),
        _ => ["/dev/fd/", "/proc/self/fd/"].iter().find_map(|folder| text.strip_prefix(folder)?.parse().ok()),
    }
}

/// Returns whether a path leads to an open file by number, a pipe or a device. These are written directly.
pub fn is_straight(path: &Path) -> bool {
    descriptor(path).is_some()
        || device(path).is_some_and(|name| !name.contains('.'))
        || fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// Returns the name of a path that Windows takes for a device. The same name is a file elsewhere.
fn device(path: &Path) -> Option<&str> {
    path.file_name()?.to_str().filter(|name| cfg!(windows) && is_device_name(name))
}

/// Opens a path that is written directly. Returns `None` if the path leads to a regular file or to nothing.
pub(crate) fn straight(path: &Path) -> io::Result<Option<File>> {
    if let Some(name) = device(path) {
        if name.contains('.') {
            let text = format!("Windows keeps the name {name} for a device; use another name");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        step(Step::Make, path)?;
        return File::options().write(true).open(path).map(Some);
    }
    let Some(number) = descriptor(path) else {
        let special = look(path)?.is_some_and(|about| !about.is_file());
        if !special {
            return Ok(None);
        }
        step(Step::Make, path)?;
        return File::options().write(true).open(path).map(Some);
    };
    step(Step::Make, path)?;
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        // Use the same open file, so that output of this process before and after stays in order.
        match number {
            1 => return io::stdout().as_fd().try_clone_to_owned().map(|same| Some(same.into())),
            2 => return io::stderr().as_fd().try_clone_to_owned().map(|same| Some(same.into())),
            _ => {}
        }
    }
    // The process that opened it has emptied it, or wants to keep its contents.
    File::options().append(true).open(format!("/dev/fd/{number}")).map(Some)
}
