//! A process and everything that it starts. They end together: when they are told to, and when gridscope itself ends.
//!
//! Unix has process groups. They outlive gridscope, so a second shell watches it. Windows has job objects, which end when
//! their last handle is closed.

use std::io;
#[cfg(unix)]
use std::io::Write as _;
#[cfg(unix)]
use std::process::Stdio;
use std::process::{Child, Command};

/// A process with everything that it starts.
pub(crate) struct ProcessGroup {
    /// The process.
    pub(crate) child: Child,
    #[cfg(unix)]
    _guard: Option<Guard>,
    #[cfg(windows)]
    job: Option<win32job::Job>,
}

#[cfg(unix)]
impl ProcessGroup {
    /// Starts a process in a group of its own.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        // The guard comes first: gridscope may end at any moment after that.
        let mut guard = Guard::begin();
        let child = in_own_group(command).spawn()?;
        if let Some(guard) = &mut guard {
            guard.watch(&child);
        }
        Ok(Self { child, _guard: guard })
    }

    /// Kills the process and everything that it started.
    pub(crate) fn end(&mut self) {
        let group = format!("-{}", self.child.id());
        // If this fails, the process itself is still killed below.
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        end(&mut self.child);
    }
}

#[cfg(unix)]
fn in_own_group(command: &mut Command) -> &mut Command {
    std::os::unix::process::CommandExt::process_group(command, 0)
}

/// A helper process that kills the group if gridscope itself ends first. It waits until its pipe closes.
#[cfg(unix)]
struct Guard(Child);

#[cfg(unix)]
impl Guard {
    /// Starts the guard before the process. Returns `None` if the system cannot start another process.
    fn begin() -> Option<Self> {
        let mut guard = Command::new("sh");
        guard.args(["-c", "read group && { read _; kill -s KILL -- \"-$group\"; }"]);
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        in_own_group(&mut guard).spawn().ok().map(Self)
    }

    /// Watches a process that has just started.
    fn watch(&mut self, child: &Child) {
        if let Some(pipe) = &mut self.0.stdin {
            // A guard that has already ended cannot watch anything.
            _ = writeln!(pipe, "{}", child.id());
        }
    }
}

#[cfg(unix)]
impl Drop for Guard {
    /// Stops the guard, because the process has ended.
    fn drop(&mut self) {
        // Kill the guard before its pipe closes.
        end(&mut self.0);
    }
}

#[cfg(windows)]
impl ProcessGroup {
    /// Starts a process in a job of its own. Ctrl+C reaches gridscope alone.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        use std::os::windows::io::AsRawHandle as _;
        use std::os::windows::process::CommandExt as _;
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        let mut limits = win32job::ExtendedLimitInfo::new();
        let job = win32job::Job::create_with_limit_info(limits.limit_kill_on_job_close()).ok();
        let child = command.creation_flags(CREATE_NEW_PROCESS_GROUP).spawn()?;
        // A process needs far longer to start another one.
        let job = job.filter(|job| job.assign_process(child.as_raw_handle() as isize).is_ok());
        Ok(Self { child, job })
    }

    /// Kills the process and everything that it started.
    pub(crate) fn end(&mut self) {
        self.job = None;
        end(&mut self.child);
    }
}

#[cfg(not(any(unix, windows)))]
impl ProcessGroup {
    /// Starts a process.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        Ok(Self { child: command.spawn()? })
    }

    /// Kills the process. What it started goes on.
    pub(crate) fn end(&mut self) {
        end(&mut self.child);
    }
}

fn end(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}
