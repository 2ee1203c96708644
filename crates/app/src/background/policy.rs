//! The lanes and their policies, one row each.

use crate::debugger::session::background::Kind;
use std::time::Duration;

/// Rules for running the tasks of a lane.
pub(crate) struct Policy {
    /// Name of the thread.
    pub name: &'static str,
    /// How long the frame that starts a task waits for its first report. Short work then does not flicker.
    pub wait: Duration,
    /// How long a frame waits for each further report.
    pub wait_more: Duration,
    /// How long a task runs before the user is informed.
    pub late: Option<Duration>,
    /// How long a task that was asked to stop may run before its reports are dropped.
    pub abandon: Option<Duration>,
    /// How long a task runs before it is given up if its result is no longer needed. `None` means never.
    pub outdated: Option<Duration>,
    /// How long a task that was given up keeps the next one from starting, because two at once slow each other down.
    pub hinders: Duration,
    /// How long a window that closes waits for the task.
    pub exit: Option<Duration>,
    /// Whether a frame starts several tasks, one after the other, within `wait`.
    pub several: bool,
}

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Policy in which no frame waits, the user is not informed, and the task is dropped when the window closes.
const PLAIN: Policy = Policy {
    name: "",
    wait: Duration::ZERO,
    wait_more: Duration::ZERO,
    late: None,
    abandon: None,
    outdated: None,
    hinders: Duration::ZERO,
    exit: None,
    several: false,
};

const SHORT: Duration = ms(6);
const STOPPED: Option<Duration> = Some(ms(60));

/// Identifier of a lane: the kind of its tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LaneId {
    /// A task that the session handed out.
    Session(Kind),
    /// Draws an export and writes it.
    Export,
    /// Draws the small picture in the dialog Export.
    Preview,
    /// Reads the folder of the user's own scenes.
    OwnScenes,
    /// Draws the pictures of the built-in lessons.
    LessonPictures,
    /// Looks for work that other windows left unsaved.
    Leftovers,
    /// Stores unsaved work for recovery.
    RecoveryCopy,
    /// Writes the address of a moment.
    Address,
}

impl LaneId {
    /// Every lane, in the order in which a frame looks at them.
    pub(crate) const ALL: [Self; Kind::ALL.len() + 7] = [
        Self::Session(Kind::Prepare),
        Self::Session(Kind::Copy),
        Self::Session(Kind::Record),
        Self::Session(Kind::Work),
        Self::Session(Kind::Search),
        Self::Session(Kind::Answer),
        Self::Session(Kind::Save),
        Self::Session(Kind::Layer),
        Self::Export,
        Self::Preview,
        Self::OwnScenes,
        Self::LessonPictures,
        Self::Leftovers,
        Self::RecoveryCopy,
        Self::Address,
    ];

    /// Returns the policy of the lane.
    pub(crate) const fn policy(self) -> &'static Policy {
        match self {
            Self::Session(Kind::Record) => {
                const {
                    &Policy {
                        name: "recorder",
                        wait: SHORT,
                        late: Some(ms(350)),
                        abandon: STOPPED,
                        outdated: Some(ms(150)),
                        hinders: ms(300),
                        ..PLAIN
                    }
                }
            }
            Self::Session(Kind::Work) => const { &Policy { name: "worker", abandon: STOPPED, ..PLAIN } },
            Self::Session(Kind::Search) => {
                const { &Policy { name: "searcher", wait: SHORT, wait_more: ms(1), ..PLAIN } }
            }
            Self::Session(Kind::Answer) => {
                const { &Policy { name: "answerer", wait: SHORT, outdated: Some(Duration::ZERO), several: true, ..PLAIN } }
            }
            Self::Session(Kind::Save) => {
                const { &Policy { name: "saver", wait: ms(50), late: Some(ms(350)), exit: Some(ms(10_000)), ..PLAIN } }
            }
            Self::Session(Kind::Layer) => const { &Policy { name: "layer", ..PLAIN } },
            Self::Session(Kind::Copy) => const { &Policy { name: "copier", wait: ms(50), ..PLAIN } },
            Self::Session(Kind::Prepare) => {
                const {
                    &Policy {
                        name: "opener",
                        wait: ms(50),
                        late: Some(ms(200)),
                        outdated: Some(Duration::ZERO),
                        ..PLAIN
                    }
                }
            }
            Self::Export => const { &Policy { name: "export", abandon: STOPPED, ..PLAIN } },
            Self::Preview => const { &Policy { name: "preview", outdated: Some(Duration::ZERO), ..PLAIN } },
            Self::OwnScenes => const { &Policy { name: "own scenes", outdated: Some(Duration::ZERO), ..PLAIN } },
            Self::LessonPictures => const { &Policy { name: "pictures", ..PLAIN } },
            Self::Leftovers => const { &Policy { name: "left", outdated: Some(Duration::ZERO), ..PLAIN } },
            Self::RecoveryCopy => const { &Policy { name: "keep", exit: Some(ms(3000)), ..PLAIN } },
            Self::Address => const { &Policy { name: "address", wait: SHORT, ..PLAIN } },
        }
    }

    /// Returns a description of what a task of the lane does, for a bug report.
    pub(crate) const fn doing(self) -> &'static str {
        match self {
            Self::Session(kind) => kind.doing(),
            Self::Export => "exporting",
            Self::Preview => "drawing a preview",
            Self::OwnScenes => "reading the folder of own scenes",
            Self::LessonPictures => "drawing the pictures of lessons",
            Self::Leftovers => "looking for what other windows left",
            Self::RecoveryCopy => "writing down what is not saved",
            Self::Address => "writing the address of a moment",
        }
    }

    /// Returns the place of the lane in [`LaneId::ALL`].
    pub(crate) fn index(self) -> usize {
        Self::ALL.iter().position(|&lane| lane == self).unwrap_or_default()
    }
}
