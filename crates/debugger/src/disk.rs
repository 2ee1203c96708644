//! Everything that is written to a disk, step by step. A file is written whole or not at all.
//!
//! ```text
//! mine.scene.json                         stands as it was until …
//! .gridscope-0123456789abcdef-0.part      … this is whole and on the disk, and takes its name
//! ```
//!
//! The writer holds a lock on its `.part` file. One that nobody holds is what a killed writer left behind: the next who
//! writes the same file takes it away.

#![expect(clippy::disallowed_methods, reason = "this file is the disk")]

use crate::formats::{FormatError, bounded_file};
use std::cell::RefCell;
use std::fs::{self, File, Metadata, TryLockError};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufWriter, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// One step of what is done on a disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Where a link leads, and what stands there.
    Look,
    /// The bytes of a file.
    Read,
    /// A new file or folder, or a file opened to be written.
    Make,
    /// Somebody alone may write a file from now on.
    Lock,
    /// A file is given to an owner and a group.
    Give,
    /// A file gets its mode.
    Mode,
    /// Some bytes are written.
    Write,
    /// A file is cut off.
    Cut,
    /// What was written is on the disk.
    Sync,
    /// A file takes another name.
    Rename,
    /// A file goes.
    Remove,
}

/// What may go wrong at a step, in place of the disk.
type Fault = Box<dyn FnMut(Step, &Path) -> io::Result<()>>;

thread_local! {
    static FAULT: RefCell<Option<Fault>> = const { RefCell::new(None) };
}

/// Does something on a disk that fails wherever `fault` says so: a step is refused, and of bytes the first half is written.
/// It holds for this thread, and is how tests learn what a full or broken disk does.
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

/// Comes before each step.
pub(super) fn step(step: Step, place: &Path) -> io::Result<()> {
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
            // As a disk that is full in the middle.
            let _ = self.file.write(bytes.get(..bytes.len() / 2).unwrap_or_default());
            return Err(fault);
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes bytes to the place where a file stands.
pub(super) fn write(file: &File, path: &Path, bytes: &[u8]) -> io::Result<()> {
    Out { file, path }.write_all(bytes)
}

/// What is written stays, whatever happens to the machine.
pub(super) fn sync(file: &File, path: &Path) -> io::Result<()> {
    step(Step::Sync, path)?;
    file.sync_all()
}

/// A file that nobody else may write as long as this lives.
#[derive(Debug)]
pub(super) struct Held(File);

impl Deref for Held {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

/// Closing it would not do: a program that is just being started has it open as well, for a moment.
impl Drop for Held {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// A file that cannot be locked, such as a pipe.
pub(super) const fn held(file: File) -> Held {
    Held(file)
}

/// Holds a file, unless somebody else does.
pub(super) fn hold(file: File, path: &Path) -> io::Result<Option<Held>> {
    step(Step::Lock, path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Held(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// A file that may be there already, to be read and written.
pub(super) fn open(path: &Path) -> io::Result<File> {
    step(Step::Make, path)?;
    File::options().create(true).truncate(false).read(true).write(true).open(path)
}

/// Makes a folder and all around it that are missing.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    step(Step::Make, folder)?;
    fs::create_dir_all(folder)
}

/// Takes a file away.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    step(Step::Remove, path)?;
    fs::remove_file(path)
}

/// The bytes of a file; none where no file stands there.
///
/// # Errors
/// Where there is one that cannot be read, or that is too large.
pub fn read(path: &Path, what: &str) -> Result<Option<Vec<u8>>, FormatError> {
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

/// What stands at a place, if anything does.
fn look(path: &Path) -> io::Result<Option<Metadata>> {
    step(Step::Look, path)?;
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        found => found.map(Some),
    }
}

/// The number of an open file that a path names, such as `/dev/fd/3`.
fn descriptor(path: &Path) -> Option<u32> {
    let text = path.to_str().filter(|_| cfg!(unix))?;
    match text {
        "/dev/stdout" => Some(1),
        "/dev/stderr" => Some(2),
        _ => ["/dev/fd/", "/proc/self/fd/"].iter().find_map(|folder| text.strip_prefix(folder)?.parse().ok()),
    }
}

/// Whether a path leads to what keeps no whole file: an open file by its number, a pipe or a device. It is written as it is.
pub fn is_straight(path: &Path) -> bool {
    descriptor(path).is_some() || fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// What is written as it is, opened; none where a path leads to a file, or to nothing.
pub(super) fn straight(path: &Path) -> io::Result<Option<File>> {
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
        // The same open file: what this process writes before and after stands before and after it.
        match number {
            1 => return io::stdout().as_fd().try_clone_to_owned().map(|same| Some(same.into())),
            2 => return io::stderr().as_fd().try_clone_to_owned().map(|same| Some(same.into())),
            _ => {}
        }
    }
    // The process that opened it has emptied it, or wants its content kept.
    File::options().append(true).open(format!("/dev/fd/{number}")).map(Some)
}

/// Writes a file whole or not at all: into a new file beside it, which takes its name once it is on the disk. Through a link
/// the file behind it is written; a pipe or a device is written as it is. A file that was there keeps its mode, and its owner
/// and group where this process may give files away; else the group alone where it may give them to that, and what the group
/// was allowed is cut down to what everybody is allowed where it may not. What else a system knows of a file, such as lists of
/// who may read it, is not kept.
///
/// # Errors
/// What the system says. What stood there before is still there then, and nothing else; only where the folder alone could
/// not be brought to the disk it is the new file.
pub fn replace(to: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if let Some(file) = straight(to)? {
        return fill(&file, to, write);
    }
    let target = behind(to)?;
    let before = look(&target)?;
    let (file, beside) = neighbour(&target)?;
    let done = (|| {
        if let Some(before) = &before {
            keep_mode(&file, &beside, before)?;
        }
        fill(&file, &beside, write)?;
        sync(&file, &beside)?;
        step(Step::Rename, &beside)?;
        fs::rename(&beside, &target)
    })();
    if done.is_err() {
        // The error that matters is the one at hand.
        let _ = remove(&beside);
        return done;
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sync_folder(folder).map_err(|error| {
        let all = format!("it stands there, but its folder could not be brought to the disk: {error}");
        io::Error::new(error.kind(), all)
    })
}

/// Writes a file where nothing stands yet, not even a link.
///
/// # Errors
/// What the system says; then there is no such file, or the one that was there before.
pub fn create(to: &Path, bytes: &[u8]) -> io::Result<()> {
    step(Step::Make, to)?;
    let file = File::create_new(to)?;
    let done = write(&file, to, bytes).and_then(|()| sync(&file, to));
    if done.is_err() {
        // The error that matters is the one at hand.
        let _ = remove(to);
    }
    done
}

/// The name of a file is on the disk too, where the system can say so of a folder.
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

/// The file behind a link, which may not exist yet.
fn behind(to: &Path) -> io::Result<PathBuf> {
    step(Step::Look, to)?;
    match fs::canonicalize(to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(to) {
            // A link to nothing: what it names is made. The system has refused links that lead round and round.
            Ok(next) => behind(&to.parent().unwrap_or(Path::new("")).join(next)),
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

/// A new file in the same folder, locked, under a name that nobody uses. It is short, so that one is found beside the longest
/// name, and tells which file it becomes, so that what a killed writer of the same file left is known.
fn neighbour(target: &Path) -> io::Result<(Held, PathBuf)> {
    let Some(name) = target.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no file name; expected one"));
    };
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    let mark = hasher.finish();
    // Each name is tried once more after what a killed writer left under it was taken away.
    for attempt in 0..200 {
        let path = target.with_file_name(format!(".gridscope-{mark:016x}-{}.part", attempt / 2));
        step(Step::Make, &path)?;
        match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => clear_rest(&path),
            Err(error) => return Err(error),
            Ok(file) => match step(Step::Lock, &path).map(|()| file.try_lock()) {
                // Before it was locked, somebody may have taken it for a rest.
                Ok(Ok(())) if !names(&path, &file) => {}
                // Where nothing can be locked, nobody takes it for a rest either.
                Ok(Ok(()) | Err(TryLockError::Error(_))) => return Ok((Held(file), path)),
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
        "a hundred others are writing it, or left .gridscope-….part files beside it that cannot be taken away",
    ))
}

/// Takes away what a killed writer left: a file that nobody holds. What cannot be taken away is passed over.
fn clear_rest(path: &Path) {
    // To open a pipe would wait for one who writes to it.
    if !fs::symlink_metadata(path).is_ok_and(|about| about.is_file()) {
        return;
    }
    let Ok(file) = File::open(path) else { return };
    if file.try_lock().is_ok() {
        let file = Held(file);
        if names(path, &file) {
            let _ = remove(path);
        }
    }
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
fn names(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let place = |about: Metadata| (about.dev(), about.ino());
    match (fs::symlink_metadata(path).map(place), file.metadata().map(place)) {
        (Ok(there), Ok(here)) => there == here,
        _ => false,
    }
}

/// Where a system does not tell files apart, a name that exists is taken for it.
#[cfg(not(unix))]
fn names(path: &Path, _: &File) -> bool {
    path.exists()
}

/// Gives a new file the mode of the one before, its owner and its group, as far as this process may.
#[cfg(unix)]
fn keep_mode(file: &File, path: &Path, before: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let now = file.metadata()?;
    let owner = Some(before.uid()).filter(|&owner| owner != now.uid());
    let group = Some(before.gid()).filter(|&group| group != now.gid());
    let mut mode = before.permissions().mode() & 0o7777;
    let give = |owner, group| step(Step::Give, path).and_then(|()| fchown(file, owner, group));
    if (owner.is_some() || group.is_some()) && give(owner, group).is_err() {
        // A program that runs as its owner or group does not run as another.
        mode &= 0o777;
        if group.is_some() && give(None, group).is_err() {
            // What one group may do is not for another.
            mode = mode & 0o707 | (mode & 0o007) << 3;
        }
    }
    // After the owner: to give a file away takes some of its mode.
    step(Step::Mode, path)?;
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_mode(file: &File, path: &Path, before: &Metadata) -> io::Result<()> {
    step(Step::Mode, path)?;
    file.set_permissions(before.permissions())
}
