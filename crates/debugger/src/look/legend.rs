//! The legend of a moment as data: the signs that are drawn, with their names and places. The window and pages draw it.

use super::drawn_signs::{DrawnSigns, Sign, sign_of_figure, sign_of_role};
use super::is_second_side;
use super::layer_numbers::short;
use super::refused::refused_branches;
use crate::Session;
use gridscope_trace::slide::Slide;
use gridscope_trace::trace::replay::{Figure, Outline};
use gridscope_trace::trace::schema::Name;
use gridscope_trace::view::board::{Board, Mark, Role};
use gridscope_trace::view::palette::keeps_its_colour;
use gridscope_trace::{Actor, ActorKind, Replay, Tile};

/// Height of the room for the numbers of an axis below the map, in cells.
const NUMBERS: f32 = 0.5;
/// Number of cells of a map that are searched for a closed one with a number.
const SAMPLED: usize = 1 << 14;
/// Largest map whose cells are searched for ties and parents.
const SMALL: usize = 1 << 16;

/// The signs that occur on the map at a moment.
#[expect(clippy::struct_excessive_bools, reason = "each is a sign of its own in the legend")]
#[derive(Clone, Default, Debug)]
pub struct Occurs {
    /// The roles.
    pub roles: Vec<Role>,
    /// The tiles.
    pub tiles: Vec<Tile>,
    /// Whether equal candidates met somewhere.
    pub ties: bool,
    /// Whether a cell has a parent.
    pub arrows: bool,
    /// Whether a cell has a cost of its own.
    pub costs: bool,
    /// Whether a path is drawn.
    pub way: bool,
    /// Whether cells differ from those of another run.
    pub differs: bool,
    /// Whether cells are outlined that only another run has reached.
    pub elsewhere: bool,
    /// Indices of the actors that are on the map.
    pub actors: Vec<usize>,
    /// The figures with a name, each name once.
    pub figures: Vec<FigureSign>,
}

/// A figure in the legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigureSign {
    /// The name.
    pub name: Name,
    /// The kind of sign.
    pub word: Sign,
    /// The style.
    pub outline: Outline,
    /// The role.
    pub role: Role,
    /// Whether its points have beads.
    pub has_beads: bool,
}

impl Occurs {
    /// Adds the roles and tiles of these bits.
    pub fn add_cells(&mut self, roles: u32, tiles: u64) {
        self.roles = Role::ALL.into_iter().filter(|&role| role != Role::None && roles & role.bit() != 0).collect();
        self.tiles = Tile::ALL.iter().copied().filter(|&tile| tiles >> tile as u64 & 1 == 1).collect();
    }

    /// Adds the ties, parents and figures of a run. `has_way` is whether its path is drawn.
    pub fn add_run(&mut self, replay: &Replay, layer: usize, signs: &DrawnSigns, has_way: bool) {
        let size = replay.size();
        let is_small_map = size.area() <= SMALL;
        self.ties |= is_small_map && size.cells().any(|cell| replay.equals(cell).is_some());
        self.arrows |= is_small_map && size.cells().any(|cell| replay.arrow(cell).is_some());
        let figures = drawn_figures(replay, layer, signs);
        self.way |= has_way && !figures.iter().any(draws_all_ways);
        for figure in figures.into_iter().filter(|f| !f.name.is_empty() && !f.points.is_empty()) {
            if self.figures.iter().all(|known| known.name != figure.name) {
                let (word, has_beads) = (sign_of_figure(&figure), !figure.beads.is_empty());
                let Figure { name, outline, role, .. } = figure;
                self.figures.push(FigureSign { name, word, outline, role, has_beads });
            }
        }
    }

    /// Adds the costs of cells, and the actors that have not left.
    pub fn add_scene(&mut self, session: &Session, replay: Option<&Replay>) {
        let scene = session.scene();
        self.costs = scene.weights.is_some() && scene.size().cells().any(|cell| scene.weight(cell).is_some());
        let tokens = replay.map(Replay::tokens).unwrap_or_default();
        let has_left = |i: usize| tokens.iter().any(|token| token.actor == i && token.at.is_none());
        self.actors = (0..scene.actors.len()).filter(|&i| !has_left(i)).collect();
    }
}

/// Returns whether a figure replaces the path of the moment.
pub const fn draws_all_ways(figure: &Figure) -> bool {
    matches!(figure.outline, Outline::Way | Outline::Jump | Outline::Heads)
}

/// Returns the figures of the moment that are drawn, with their labels and with the branch that lost at the last tie.
pub fn drawn_figures(replay: &Replay, layer: usize, signs: &DrawnSigns) -> Vec<Figure> {
    let mut figures = replay.figures();
    figures.retain(|figure| signs.draws(figure));
    for figure in &mut figures {
        if !signs.draws_label(figure) {
            figure.label.clear();
        }
    }
    if signs.has(Sign::Refused) {
        figures.extend(refused_branches(replay, layer));
    }
    figures
}

/// Returns the height of what is drawn below the map at any slide, in cells.
pub fn rows_below_slides(replay: &Replay, slides: &[Slide]) -> u16 {
    let height = f64::from(replay.size().height);
    let foot = |figure: &Figure| {
        let is_below = matches!(figure.outline, Outline::Bar | Outline::Scale);
        figure.points.first().filter(|_| is_below).map_or(0.0, |point| (point[1] - height) as f32 + NUMBERS)
    };
    let mut moments = replay.fork();
    let mut rows = 0.0_f32;
    for slide in slides {
        moments.seek(slide.at);
        rows = moments.figures().iter().map(foot).fold(rows, f32::max);
    }
    rows.ceil() as u16
}

/// Returns the number and the heat of a cell of the map that has this role and the colour of its number.
pub fn sample_of(role: Role, replay: &Replay, layer: usize) -> Option<(String, u8)> {
    if keeps_its_colour(role) {
        return None;
    }
    let mut board = Board { size: replay.size(), marks: vec![Mark::default(); replay.size().area()] };
    replay.board(Some(layer), &mut board);
    let alike = board.size.cells().take(SAMPLED).filter(|&cell| board.at(cell).role == role);
    let number = |cell| short(&replay.value(layer, cell)?).filter(|text| text.chars().count() <= 2);
    let numbers: Vec<(String, u8)> = alike.filter_map(|cell| Some((number(cell)?, board.at(cell).heat))).collect();
    numbers.get(numbers.len() / 2).cloned()
}

/// An entry of the legend.
#[derive(Clone, PartialEq, Debug)]
pub struct LegendEntry {
    /// The name.
    pub name: String,
    /// The name with what it means, if the row below the map says more.
    pub words: Option<String>,
    /// The tooltip.
    pub help: String,
    /// The place in the legend.
    pub place: usize,
    /// The sign.
    pub swatch: Swatch,
}

/// The sign of an entry.
#[derive(Clone, PartialEq, Debug)]
pub enum Swatch {
    /// A cell with a role.
    Role(Role),
    /// A figure.
    Figure(FigureSign),
    /// The corner of a tie.
    Tie,
    /// The corner of a cell that differs from another run.
    Differs,
    /// The outline of a cell that only another run has reached.
    Elsewhere,
    /// The line of the path.
    Path,
    /// The arrow to a parent.
    Parent,
    /// The disc of a breakpoint.
    Breakpoint,
    /// A tile.
    Tile(Tile),
    /// The cost of a cell.
    Cost,
    /// The actor of an index.
    Actor(usize),
}

/// Returns the entries of what occurs, in the order of the legend. `replay` is at the moment.
pub fn legend(session: &Session, replay: Option<&Replay>, drawn: &DrawnSigns, occurs: &Occurs) -> Vec<LegendEntry> {
    let mut entries = run_entries(replay, drawn, occurs);
    entries.extend(thing_entries(session, drawn, occurs));
    entries.sort_by_key(|entry| entry.place);
    entries
}

/// Returns the entries of the run's own signs.
fn run_entries(replay: Option<&Replay>, drawn: &DrawnSigns, occurs: &Occurs) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    let mut add = |word: Sign, name: &str, words: Option<&str>, help: &str, swatch: Swatch| {
        if let Some(place) = drawn.place(word, name) {
            let words = words.map(str::to_owned);
            entries.push(LegendEntry { name: name.to_owned(), words, help: help.to_owned(), place, swatch });
        }
    };
    let roles = replay.map_or(&[][..], |replay| &replay.schema().roles);
    // A figure, or the line of the path, explains more than a role with the same name.
    let has_figure = |name: &str| occurs.figures.iter().any(|f| f.name == name) || (occurs.way && name == "path");
    for &(role, ref name) in roles.iter().filter(|(role, name)| occurs.roles.contains(role) && !has_figure(name)) {
        let words = match (role, &**name) {
            (Role::Done, "closed") => Some("closed: its cost is known"),
            (Role::Queued, "open") => Some("open: waits its turn"),
            _ => None,
        };
        add(sign_of_role(role, roles), name, words, &format!("A cell of the map: {name}."), Swatch::Role(role));
    }
    for figure in &occurs.figures {
        let help = format!("Drawn over the map: {}.", figure.name);
        add(figure.word, &figure.name, None, &help, Swatch::Figure(figure.clone()));
    }
    if occurs.ties && drawn.has(Sign::Ties) {
        add(Sign::Ties, "tie", None, "Two or more paths to this cell cost the same.", Swatch::Tie);
    }
    if occurs.differs {
        let help = "Its value differs between the runs that are shown.";
        add(Sign::Differences, "differs", None, help, Swatch::Differs);
    }
    if occurs.elsewhere {
        let help = "Another run that is shown has reached this cell; this one has not.";
        add(Sign::Differences, "reached in the other run only", None, help, Swatch::Elsewhere);
    }
    if occurs.way {
        let is_over = replay.is_some_and(|replay| replay.cursor() == replay.len());
        let words = if is_over { None } else { Some("path so far") };
        let help = "The final path. Before the end, the path so far to the current cell.";
        add(Sign::Path, "path", words, help, Swatch::Path);
    }
    if occurs.arrows && drawn.has(Sign::Parents) {
        add(Sign::Parents, "parent", None, "Points to the cell that this one follows from.", Swatch::Parent);
    }
    entries
}

/// Returns the entries of breakpoints, tiles, costs and actors.
fn thing_entries(session: &Session, drawn: &DrawnSigns, occurs: &Occurs) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    let mut add = |place: Option<usize>, name: &str, help: String, swatch: Swatch| {
        let entry = |place| LegendEntry { name: name.to_owned(), words: None, help, place, swatch };
        entries.extend(place.map(entry));
    };
    if session.display_state().breakpoints.iter().any(|breakpoint| breakpoint.condition.cell().is_some()) {
        let help = "Stops at every event about this cell.".to_owned();
        add(drawn.place_of_thing(&["breakpoint"], true), "breakpoint", help, Swatch::Breakpoint);
    }
    for &tile in &occurs.tiles {
        let (name, english) = (tile.info().name, tile.english());
        let is_ground = matches!(tile, Tile::Floor | Tile::Wall) && !drawn.names(name);
        let is_door = matches!(tile, Tile::Door | Tile::DoorOpen | Tile::DoorLocked);
        let place = drawn.place_of_thing(&[name, english], is_door).filter(|_| !is_ground);
        add(place, english, format!("{english}."), Swatch::Tile(tile));
    }
    if occurs.costs {
        let help = "Entering this cell costs this many times the step.".to_owned();
        add(drawn.place_of_thing(&["cost"], true), "cost", help, Swatch::Cost);
    }
    let mut sides: Vec<(ActorKind, bool)> = Vec::new();
    let mut side_actors: Vec<(usize, &Actor)> = Vec::new();
    for (i, actor) in occurs.actors.iter().filter_map(|&i| Some((i, session.scene().actors.get(i)?))) {
        let side = (actor.kind, is_second_side(actor));
        if !sides.contains(&side) {
            sides.push(side);
            side_actors.push((i, actor));
        }
    }
    for (i, actor) in side_actors {
        let kind = actor.kind;
        let need = session.card().actors.iter().find(|need| need.kinds.contains(&kind));
        let help = need.map_or_else(|| kind.name().to_owned(), |need| format!("{}: {}.", kind.name(), need.role));
        // If two sides fight, each has its own sign.
        let name = match sides.iter().filter(|side| side.0 == kind).count() {
            2.. if is_second_side(actor) => format!("{}, side 2", kind.name()),
            2.. => format!("{}, side 1", kind.name()),
            _ => kind.name().to_owned(),
        };
        add(drawn.place_of_thing(&[kind.name()], true), &name, help, Swatch::Actor(i));
    }
    entries
}
