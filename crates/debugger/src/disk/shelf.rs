//! The shelf: what a page in a browser has in place of a disk. All reading and writing of whole files goes there once
//! one is set.

use crate::formats::{FormatError, limits, read_beside_with};
use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::rc::Rc;

/// A place for whole files, named by their paths.
pub trait Shelf {
    /// Returns the bytes of a file, or `None` if there is no file at this path.
    fn read(&self, path: &Path) -> Option<Vec<u8>>;

    /// Stores the complete bytes of a file, or hands them to the user.
    ///
    /// # Errors
    /// Returns an error if there is no room, or if the browser refuses.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Removes a file.
    fn remove(&self, path: &Path);
}

thread_local! {
    static SHELF: RefCell<Option<Rc<dyn Shelf>>> = const { RefCell::new(None) };
}

/// Sets the shelf of the current thread, or restores the disk with `None`.
pub fn use_shelf(shelf: Option<Rc<dyn Shelf>>) {
    // A shelf has no folders: a file that a map names is there under its name alone.
    read_beside_with(shelf.is_some().then_some(|path| current()?.read(Path::new(path.file_name()?))));
    SHELF.set(shelf);
}

/// Returns the shelf of the current thread.
pub(super) fn current() -> Option<Rc<dyn Shelf>> {
    SHELF.with_borrow(Clone::clone)
}

/// Returns the bytes of a file on the shelf.
///
/// # Errors
/// Returns an error if the file is too large.
pub(super) fn read(shelf: &dyn Shelf, path: &Path) -> Result<Option<Vec<u8>>, FormatError> {
    let bytes = shelf.read(path);
    match &bytes {
        Some(bytes) if bytes.len() as u64 > limits::FILE => {
            let found = format!("{} bytes are too many", bytes.len());
            let expected = format!("at most {}", limits::mebibytes(limits::FILE));
            Err(FormatError::whole(&path.display().to_string(), &found, &expected))
        }
        _ => Ok(bytes),
    }
}

/// Returns the bytes of a file on the shelf.
///
/// # Errors
/// Returns an error if the file is not there.
pub(super) fn whole(shelf: &dyn Shelf, path: &Path) -> Result<Vec<u8>, FormatError> {
    let expected = "a file that was picked or dropped here";
    let missing = || FormatError::whole(&path.display().to_string(), "there is no such file in this page", expected);
    shelf.read(path).ok_or_else(missing)
}
