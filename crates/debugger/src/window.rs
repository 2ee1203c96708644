//! The names of what a window has: its panels and its themes. Files and commands speak of them; only the window draws
//! them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One panel of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum PanelId {
    /// The map.
    Map,
    /// Mode, tools, tiles, actors.
    Tools,
    /// Layers and legend.
    Layers,
    /// The listing and the watch.
    Listing,
    /// The cell inspector with its history.
    Cell,
    /// What waits, in its order.
    OpenList,
    /// Candidates and why they lost.
    Scores,
    /// Every event, to search.
    Events,
    /// The tree of phases.
    Phases,
    /// Ties.
    Ties,
    /// Breakpoints.
    Breakpoints,
    /// The run's parameters.
    Run,
    /// The lesson: title, notes, bookmarks.
    Lesson,
    /// Numbers over time.
    OverTime,
    /// Bar charts.
    Charts,
    /// Runs side by side.
    Compare,
    /// Many runs.
    Experiment,
    /// A map cut down until nothing more can go while a symptom stays.
    MakeSmall,
    /// The algorithm's own tools, and what they found.
    Findings,
}

impl PanelId {
    /// Every panel.
    pub const ALL: [Self; 19] = [
        Self::Map,
        Self::Tools,
        Self::Layers,
        Self::Listing,
        Self::Cell,
        Self::OpenList,
        Self::Scores,
        Self::Events,
        Self::Phases,
        Self::Ties,
        Self::Breakpoints,
        Self::Run,
        Self::Lesson,
        Self::OverTime,
        Self::Charts,
        Self::Compare,
        Self::Experiment,
        Self::MakeSmall,
        Self::Findings,
    ];

    /// The id that files keep. It stays when a title changes.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Tools => "tools",
            Self::Layers => "layers",
            Self::Listing => "listing",
            Self::Cell => "cell",
            Self::OpenList => "open-list",
            Self::Scores => "scores",
            Self::Events => "events",
            Self::Phases => "phases",
            Self::Ties => "ties",
            Self::Breakpoints => "breakpoints",
            Self::Run => "run",
            Self::Lesson => "lesson",
            Self::OverTime => "over-time",
            Self::Charts => "charts",
            Self::Compare => "compare",
            Self::Experiment => "experiment",
            Self::MakeSmall => "make-small",
            Self::Findings => "findings",
        }
    }

    /// The title on its tab.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Map => "Map",
            Self::Tools => "Tools",
            Self::Layers => "Layers",
            Self::Listing => "Listing",
            Self::Cell => "Cell",
            Self::OpenList => "Open list",
            Self::Scores => "Scores",
            Self::Events => "Events",
            Self::Phases => "Phases",
            Self::Ties => "Ties",
            Self::Breakpoints => "Breakpoints",
            Self::Run => "Run",
            Self::Lesson => "Lesson",
            Self::OverTime => "Over time",
            Self::Charts => "Charts",
            Self::Compare => "Compare",
            Self::Experiment => "Experiment",
            Self::MakeSmall => "Make small",
            Self::Findings => "Findings",
        }
    }
}

impl fmt::Display for PanelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// There is no panel of that id.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no panel {0:?}; expected one of {all}", all = PanelId::ALL.map(PanelId::id).join(", "))]
pub struct NoSuchPanel(pub String);

impl FromStr for PanelId {
    type Err = NoSuchPanel;

    /// Reads an id; the titles that older files have instead of ids are read too.
    fn from_str(text: &str) -> Result<Self, NoSuchPanel> {
        let id = text.trim().to_ascii_lowercase().replace(' ', "-");
        // What it was called when there was one tool.
        let id = if id == "asymmetry" { "findings".to_owned() } else { id };
        Self::ALL.into_iter().find(|p| p.id() == id).ok_or_else(|| NoSuchPanel(text.to_owned()))
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

/// How the panels are arranged round the map, each for what somebody is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Arrangement {
    /// The lesson beside the map: for readers.
    #[default]
    Learn,
    /// Listing, cell, open list, ties and curves: for questions.
    Debug,
    /// Tools, tiles and parameters: for drawing.
    Edit,
    /// The map and large words: for a projector.
    Present,
}

impl Arrangement {
    /// All four, in the order of their keys.
    pub const ALL: [Self; 4] = [Self::Learn, Self::Debug, Self::Edit, Self::Present];

    /// The name on its button.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Learn => "Learn",
            Self::Debug => "Debug",
            Self::Edit => "Edit",
            Self::Present => "Present",
        }
    }
}

/// Which colours the window has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum ThemeName {
    /// Dark ground.
    #[default]
    Dark,
    /// White ground, for print and bright rooms.
    Light,
    /// Dark ground, colours that colour-blind people can tell apart.
    ColourBlind,
}

impl ThemeName {
    /// All three, in the order in which the command *next theme* goes through them.
    pub const ALL: [Self; 3] = [Self::Dark, Self::Light, Self::ColourBlind];

    /// The title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Dark => "Dark",
            Self::Light => "Light",
            Self::ColourBlind => "Colour-blind safe",
        }
    }

    /// The next one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Dark => Self::Light,
            Self::Light => Self::ColourBlind,
            Self::ColourBlind => Self::Dark,
        }
    }
}
