//! All writing to a disk, step by step. A file is written completely or not at all.
//!
//! ```text
//! mine.scene.json                         unchanged until …
//! .gridscope-0123456789abcdef-0.part      … this is complete and on the disk, and is renamed
//! ```
//!
//! The writer holds a lock on its `.part` file. A `.part` file without a lock was left behind by a writer that was
//! killed. The next writer of the same file removes it.

#![expect(clippy::disallowed_methods, reason = "this file is the disk")]

use super::metadata::{explain_rename, keep_mode, names};
use super::shelf;
use super::straight::straight;
use crate::formats::{self, FormatError, bounded_file};
use std::cell::RefCell;
use std::fs::{self, File, Metadata, TryLockError};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufWriter, Cursor, Read, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Returns the number of bytes of a file, if it is there.
pub fn size_of(path: &Path) -> Option<u64> {
    match shelf::current() {
        Some(shelf) => shelf.read(path).map(|bytes| bytes.len() as u64),
        None => fs::metadata(path).ok().map(|about| about.len()),
    }
}

/// Length and time of the last change of a file, by which a change is noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileStamp {
    /// Length in bytes.
    pub length: u64,
    changed: Option<SystemTime>,
}

impl FileStamp {
    /// Returns the state of a file on the disk, if it is there.
    pub fn of(path: &Path) -> Option<Self> {
        let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        Some(Self { length: about.len(), changed: about.modified().ok() })
    }
}

/// Returns whether a page has this file. A disk has none.
pub(crate) fn is_on_shelf(path: &Path) -> bool {
    shelf::current().is_some_and(|shelf| shelf.read(path).is_some())
}

/// A step of an operation on the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Resolve a link and look up the file.
    Look,
    /// Read the bytes of a file.
    Read,
    /// Create a file or folder, or open a file for writing.
    Make,
    /// Lock a file, so that no other process writes it.
    Lock,
    /// Set the owner and the group of a file.
    Give,
    /// Set the mode of a file.
    Mode,
    /// Write some bytes.
    Write,
    /// Truncate a file.
    Cut,
    /// Make sure that the data is on the disk.
    Sync,
    /// Rename a file.
    Rename,
    /// Remove a file.
    Remove,
}

/// Function that simulates errors of the disk, for tests.
type Fault = Box<dyn FnMut(Step, &Path) -> io::Result<()>>;

thread_local! {
    static FAULT: RefCell<Option<Fault>> = const { RefCell::new(None) };
}

/// Runs `body` on a disk that fails wherever `fault` returns an error. The step is refused; of bytes to write, the
/// first half is written. Works only for the current thread. Tests use it to simulate a full or broken disk.
pub fn failing<T>(fault: impl FnMut(Step, &Path) -> io::Result<()> + 'static, body: impl FnOnce() -> T) -> T {
    struct Mended;
    impl Drop for Mended {
        fn drop(&mut self) {
            FAULT.set(None);
        }
    }
    FAULT.set(Some(Box::new(fault)));
    let _mended = Mended;
    body()
}

/// Asks for a simulated error before each step.
pub(crate) fn step(step: Step, place: &Path) -> io::Result<()> {
    FAULT.with_borrow_mut(|fault| fault.as_mut().map_or(Ok(()), |fault| fault(step, place)))
}

/// A file that is being written.
struct Out<'a> {
    file: &'a File,
    path: &'a Path,
}

impl Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(fault) = step(Step::Write, self.path) {
            // Write half of the bytes, as on a disk that becomes full.
            let _ = self.file.write(bytes.get(..bytes.len() / 2).unwrap_or_default());
            return Err(fault);
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes bytes to a file. `path` is its path.
pub(crate) fn write(file: &File, path: &Path, bytes: &[u8]) -> io::Result<()> {
    Out { file, path }.write_all(bytes)
}

/// Makes sure that the data is on the disk, even if the machine fails.
pub(crate) fn sync(file: &File, path: &Path) -> io::Result<()> {
    step(Step::Sync, path)?;
    file.sync_all()
}

/// A file that no other process may write while this value exists.
#[derive(Debug)]
pub(crate) struct LockedFile(File);

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

/// Unlocks the file. Closing it is not enough, because a process that is just being started may also have it open for a
/// moment.
impl Drop for LockedFile {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Wraps a file that cannot be locked, such as a pipe.
pub(crate) const fn wrap_unlocked(file: File) -> LockedFile {
    LockedFile(file)
}

/// Locks a file. Returns `None` if another process holds the lock.
pub(crate) fn hold(file: File, path: &Path) -> io::Result<Option<LockedFile>> {
    step(Step::Lock, path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(LockedFile(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Opens a file for reading and writing. Creates it if it does not exist.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    step(Step::Make, path)?;
    File::options().create(true).truncate(false).read(true).write(true).open(path)
}

/// Creates a folder and all missing parent folders.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    step(Step::Make, folder)?;
    if shelf::current().is_some() {
        return Ok(());
    }
    fs::create_dir_all(folder)
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    step(Step::Remove, path)?;
    if let Some(shelf) = shelf::current() {
        shelf.remove(path);
        return Ok(());
    }
    fs::remove_file(path)
}

/// Returns the bytes of a file, or `None` if there is no file at this path.
///
/// # Errors
/// Returns an error if the file cannot be read or is too large.
pub fn read(path: &Path, what: &str) -> Result<Option<Vec<u8>>, FormatError> {
    if let Some(shelf) = shelf::current() {
        return shelf::read(&*shelf, path);
    }
    let unreadable = |error: io::Error| {
        FormatError::whole(&path.display().to_string(), &error.to_string(), "a file that can be read")
    };
    match look(path).map_err(unreadable)? {
        Some(about) if about.is_file() => {}
        _ => return Ok(None),
    }
    step(Step::Read, path).map_err(unreadable)?;
    bounded_file(path, what).map(Some)
}

/// Opens a file for reading from its start to its end.
///
/// # Errors
/// Returns an error if the file does not exist, is a folder, or cannot be opened.
pub(crate) fn open_to_read(path: &Path) -> Result<Box<dyn Read + Send>, FormatError> {
    let Some(shelf) = shelf::current() else { return Ok(Box::new(formats::open(path)?)) };
    Ok(Box::new(Cursor::new(shelf::whole(&*shelf, path)?)))
}

/// Returns whether writing a file replaces what it held. A download never does.
pub(crate) fn overwrites() -> bool {
    shelf::current().is_none()
}

/// Returns the metadata of what is at a path, if there is anything.
pub(super) fn look(path: &Path) -> io::Result<Option<Metadata>> {
    step(Step::Look, path)?;
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        found => found.map(Some),
    }
}

/// Writes a file completely or not at all. The data goes to a new file in the same folder, which is renamed when it is
/// on the disk.
///
/// If the path is a link, the file behind it is written. A pipe or a device is written directly. An existing file keeps
/// its mode, and its owner and group if this process may set them. If not, only the group is kept, if possible. If that
/// fails too, the permissions of the group are reduced to those of everyone. Other metadata, such as access control
/// lists, is not kept.
///
/// # Errors
/// Returns the error of the operating system. The old file is then unchanged, and nothing is left behind. Only if
/// syncing the folder fails, the new file is already in place.
pub fn replace(to: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if let Some(shelf) = shelf::current() {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        return shelf.write(to, &bytes);
    }
    if let Some(file) = straight(to)? {
        return fill(&file, to, write);
    }
    write_atomically(&link_target(to)?, write)
}

/// Like [`replace`], for a file that this process has locked. The new file is locked instead.
pub(crate) fn replace_locked(
    old: &mut LockedFile,
    to: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    write_over(Some(old), &link_target(to)?, write)
}

/// Writes a file completely or not at all, as [`replace`] does. If the path is a link, the file takes its place.
pub(super) fn write_atomically(target: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    write_over(None, target, write)
}

fn write_over(
    old: Option<&mut LockedFile>,
    target: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let before = look(target)?;
    let (file, beside) = neighbour(target)?;
    // Report the first error.
    let undo = |error| {
        let _ = remove(&beside);
        error
    };
    let written = (|| {
        if let Some(before) = &before {
            keep_mode(&file, &beside, before)?;
        }
        fill(&file, &beside, write)?;
        sync(&file, &beside)?;
        step(Step::Rename, &beside)
    })();
    written.map_err(undo)?;
    // The new file stays locked while it is renamed. Windows replaces no file that is open, so the old one is closed here.
    let _locked = match old {
        Some(old) => {
            *old = file;
            None
        }
        None => Some(file),
    };
    fs::rename(&beside, target).map_err(|error| undo(explain_rename(error)))?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sync_folder(folder).map_err(|error| {
        let all = format!("it was written, but its folder could not be flushed to the disk: {error}");
        io::Error::new(error.kind(), all)
    })
}

/// Writes a file at a path where nothing exists yet, not even a link.
///
/// # Errors
/// Returns the error of the operating system. The file then does not exist, or is the one that was there before.
pub fn create(to: &Path, bytes: &[u8]) -> io::Result<()> {
    step(Step::Make, to)?;
    if let Some(shelf) = shelf::current() {
        return match shelf.read(to) {
            Some(_) => Err(io::ErrorKind::AlreadyExists.into()),
            None => shelf.write(to, bytes),
        };
    }
    let file = File::create_new(to)?;
    let done = write(&file, to, bytes).and_then(|()| sync(&file, to));
    if done.is_err() {
        // Report the first error.
        let _ = remove(to);
    }
    done
}

/// Makes sure that the name of a new file is on the disk, if the system can sync a folder.
fn sync_folder(folder: &Path) -> io::Result<()> {
    let cannot = |error: &io::Error| {
        use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
        [InvalidInput, PermissionDenied, Unsupported].contains(&error.kind())
    };
    match step(Step::Sync, folder).and_then(|()| File::open(folder)?.sync_all()) {
        Err(error) if cannot(&error) => Ok(()),
        done => done,
    }
}

/// Returns the file behind a link. It may not exist yet.
fn link_target(to: &Path) -> io::Result<PathBuf> {
    step(Step::Look, to)?;
    match fs::canonicalize(to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(to) {
            // The link leads to nothing: create the file it names. The system has already refused circular links.
            Ok(next) => link_target(&to.parent().unwrap_or(Path::new("")).join(next)),
            Err(_) => Ok(to.to_path_buf()),
        },
        found => found,
    }
}

fn fill(file: &File, path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(Out { file, path });
    write(&mut out)?;
    out.into_inner().map(drop).map_err(io::IntoInnerError::into_error)
}

/// Creates a new locked file in the same folder under an unused name. The name is short, so that it fits next to the
/// longest file name. It contains a hash of the target name, so that leftovers of a killed writer are recognised.
fn neighbour(target: &Path) -> io::Result<(LockedFile, PathBuf)> {
    let Some(name) = target.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no file name; expected one"));
    };
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    let mark = hasher.finish();
    // Try each name twice, because the first attempt may remove the leftover of a killed writer.
    for attempt in 0..200 {
        let path = target.with_file_name(format!(".gridscope-{mark:016x}-{}.part", attempt / 2));
        step(Step::Make, &path)?;
        match File::options().read(true).write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => clear_rest(&path),
            Err(error) => return Err(error),
            Ok(file) => match step(Step::Lock, &path).map(|()| file.try_lock()) {
                // Before it was locked, another process may have removed it as a leftover.
                Ok(Ok(())) if !names(&path, &file) => {}
                // If the system cannot lock files, no process removes it as a leftover either.
                Ok(Ok(()) | Err(TryLockError::Error(_))) => return Ok((LockedFile(file), path)),
                Ok(Err(TryLockError::WouldBlock)) => {}
                Err(error) => {
                    let _ = remove(&path);
                    return Err(error);
                }
            },
        }
    }
    Err(io::Error::new(
        io::ErrorKind::AlreadyExists,
        "a hundred others are writing it, or left .gridscope-….part files beside it that cannot be removed",
    ))
}

/// Removes the leftover of a killed writer, which is a file without a lock. Ignores errors.
fn clear_rest(path: &Path) {
    // Opening a pipe would wait for a writer.
    if !fs::symlink_metadata(path).is_ok_and(|about| about.is_file()) {
        return;
    }
    let Ok(file) = File::open(path) else { return };
    if file.try_lock().is_ok() {
        let file = LockedFile(file);
        if names(path, &file) {
            let _ = remove(path);
        }
    }
}
