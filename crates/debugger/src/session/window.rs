//! Names of the parts of the window: panels and themes. Files and commands use these names; only the window draws the
//! parts.

use gridscope_trace::event::Word;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The panels beside the map, one row each: variant, id in files, title, menu, help, and what it shows. A panel has its drawing
/// in the window too: a file, and an arm where panels are drawn.
macro_rules! panel_rows {
    ($table:ident $($rest:tt)*) => {
        $table! {
            [
                Tools "tools" "Tools" Panels "Mode, tools, tiles and actors." "Mode, tools, tiles, actors.";
                Layers "layers" "Layers" Panels "Which layer is shown, and the legend." "Layers and legend.";
                Listing "listing" "Listing" Panels "The algorithm's listing, or the lines of a log, and the watch." "The listing and the watch.";
                Cell "cell" "Cell" Panels "What a cell holds, and its history." "The cell inspector with its history.";
                OpenList "open-list" "Open list" Panels "The cells that wait, in their true order." "Open list, in its order.";
                Scores "scores" "Scores" Panels "Every candidate, and why it lost." "Candidates and why they lost.";
                Events "events" "Events" Panels "Every event of the run: search them, or click one to go there." "Every event, to search.";
                Phases "phases" "Phases" Panels "The tree of turns, parts and recursion." "The tree of phases.";
                Mover "mover" "Mover" Measures "The selected mover of a log: whom it waits for, and how late it is." "The selected mover of a log.";
                Movers "movers" "Movers" Measures "The numbered movers of a log: goals, waits, delays, conflicts." "The list of movers of a log.";
                Conflicts "conflicts" "Conflicts" Measures "Where two movers of a log are in each other's way." "The conflicts of movers of a log.";
                Ties "ties" "Ties" Panels "What was equal, and what decided." "Ties.";
                Breakpoints "breakpoints" "Breakpoints" Panels "When to stop." "Breakpoints.";
                Run "run" "Run" Panels "The algorithm's parameters." "The run's parameters.";
                Lesson "lesson" "Lesson" Panels "What the scene is about." "The lesson: title, notes, slides.";
                Exercise "exercise" "Exercise" Panels "A task for students, and the conditions under which it is solved." "The exercise editor.";
                Curves "over-time" "Curves" Measures "Numbers over the course of the run." "Numbers over time.";
                Charts "charts" "Charts" Measures "Counts against what is expected, and directions against an even spread." "Bar charts.";
                Compare "compare" "Compare" Measures "Measures of all runs that are shown, and where they begin to differ." "Runs side by side.";
                Experiment "experiment" "Experiment" Measures "Many runs: many seeds, and values of a parameter or sizes, with curves and a table." "Many runs.";
                Shrink "make-small" "Shrink" Measures "Shrinks the map as far as possible while a symptom remains." "Minimiser: reduces a map while a symptom stays.";
                Findings "findings" "Problems" Measures "The tools that the algorithm offers, such as all asymmetric pairs, and what they found." "The algorithm's own tools, and what they found.";
            ]
            $($rest)*
        }
    };
}
pub(crate) use panel_rows;

macro_rules! panels {
    ([$($panel:ident $id:literal $title:literal $menu:ident $help:literal $doc:literal;)*]) => {
        /// A panel of the window.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub enum PanelId {
            /// The map.
            Map,
            $(#[doc = $doc] $panel,)*
        }

        impl PanelId {
            /// All panels.
            pub const ALL: [Self; 1 + [$($id),*].len()] = [Self::Map, $(Self::$panel),*];

            /// Returns the id stored in files. It stays the same if the title changes.
            pub const fn id(self) -> &'static str {
                match self {
                    Self::Map => "map",
                    $(Self::$panel => $id,)*
                }
            }

            /// Returns the title on its tab.
            pub const fn title(self) -> &'static str {
                match self {
                    Self::Map => "Map",
                    $(Self::$panel => $title,)*
                }
            }
        }
    };
}

panel_rows! { panels }

impl fmt::Display for PanelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Error: there is no panel with this id.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no panel {0:?}; expected one of {all}", all = PanelId::ALL.map(PanelId::id).join(", "))]
pub struct NoSuchPanel(pub String);

impl FromStr for PanelId {
    type Err = NoSuchPanel;

    /// Reads an id, or a title as on a tab.
    fn from_str(text: &str) -> Result<Self, NoSuchPanel> {
        let id = text.trim().to_ascii_lowercase().replace(' ', "-");
        // Name of the panel when there was only one tool.
        let id = if id == "asymmetry" { "findings".to_owned() } else { id };
        let named = |panel: &Self| panel.id() == id || panel.title().eq_ignore_ascii_case(text.trim());
        Self::ALL.into_iter().find(named).ok_or_else(|| NoSuchPanel(text.to_owned()))
    }
}

impl TryFrom<String> for PanelId {
    type Error = NoSuchPanel;

    fn try_from(text: String) -> Result<Self, NoSuchPanel> {
        text.parse()
    }
}

impl From<PanelId> for String {
    fn from(panel: PanelId) -> Self {
        panel.id().to_owned()
    }
}

/// Arrangements of the panels around the map, each for one activity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Word)]
#[words(title, capital)]
pub enum Arrangement {
    /// Lesson beside the map, for reading.
    #[default]
    Learn,
    /// Listing, cell, open list, ties and curves, for questions about a run.
    Debug,
    /// Tools, tiles and parameters, for drawing.
    Edit,
    /// Map and large text, for a projector.
    Present,
}

/// The pages of the guide, one row each: variant, path of its text in the repository without `.md`, title, help, and what
/// it is about. A page has its text in the program too: an arm where the texts of the guide are.
macro_rules! help_rows {
    ($table:ident $($rest:tt)*) => {
        $table! {
            [
                OwnProgram "loggers/README" "Your own program" "How a program in your language is logged, stepped through and checked." "How a program is logged and debugged.";
                LogFormat "docs/log-format" "The log format" "The lines that gridscope reads: header, events, and what is checked." "The format of logs.";
                Formats "docs/formats" "File formats" "The files that gridscope reads and writes, and what each keeps." "The file formats.";
                Course "docs/course" "A course for a term" "Fourteen weeks of lessons and exercises." "A course for a term.";
                Python "docs/python" "The Python package" "Runs, checks and pictures from Python and notebooks." "The Python package.";
                Experiments "docs/experiments" "Experiments on many machines" "How an experiment is split and its parts are merged." "Experiments on many machines.";
                OwnAlgorithm "docs/write-your-own" "An algorithm of your own in Rust" "How an algorithm gets a trace, a listing and questions." "How an algorithm is written in Rust.";
            ]
            $($rest)*
        }
    };
}
pub(crate) use help_rows;

macro_rules! help_pages {
    ([$($page:ident $path:literal $title:literal $help:literal $doc:literal;)*]) => {
        /// Pages of the guide that the menu Help opens.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum HelpPage {
            $(#[doc = $doc] $page,)*
        }

        impl HelpPage {
            /// All pages, in the order of their list.
            pub const ALL: [Self; [$($title),*].len()] = [$(Self::$page),*];

            /// Returns the title.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$page => $title,)*
                }
            }

            /// Returns the path of its text in the repository, without the ending `.md`.
            pub const fn path(self) -> &'static str {
                match self {
                    $(Self::$page => $path,)*
                }
            }
        }
    };
}

help_rows! { help_pages }

/// Colours of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Word)]
#[words(title, capital)]
pub enum ThemeName {
    /// Dark background.
    #[default]
    Dark,
    /// White background, for print and bright rooms.
    Light,
    /// Dark background, with colours that colour-blind people can distinguish.
    #[word("Colour-blind safe")]
    ColourBlind,
}

impl ThemeName {
    /// Returns the theme of a name: `dark`, `light` or `colour-blind`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "dark" => Some(Self::Dark),
            "light" => Some(Self::Light),
            "colour-blind" | "color-blind" => Some(Self::ColourBlind),
            _ => None,
        }
    }

    /// Returns the next theme.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Dark => Self::Light,
            Self::Light => Self::ColourBlind,
            Self::ColourBlind => Self::Dark,
        }
    }
}
