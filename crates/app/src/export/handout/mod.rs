//! A handout for a class, on pages of A4: the map with boxes to fill in, what steps cost, the rules in sentences, a table
//! for the expansions, and the slides of the lesson. A second sheet has the answers.

mod below;
mod layout;
mod map;
mod slides;

use self::below::Block;
use self::layout::{MARGIN, Plan, RIGHT, plan};
use self::slides::PaperSlide;
use super::ink::{A4, Anchor, Page, Set, printable};
#[cfg(not(target_arch = "wasm32"))]
use super::paper;
use super::raster::Pixels;
use crate::canvas::sentence;
use crate::debugger::disk::site::printed_address;
use crate::debugger::export::boxes::{Boxes, boxes};
use crate::debugger::export::by_hand::{ByHand, Ends};
use crate::debugger::export::{ExportError, Format, letter};
use crate::debugger::session::window::ThemeName;
use crate::debugger::{Session, SessionCommand};
use crate::style::theme::Theme;
use egui::{Color32, Vec2};
use gridscope_trace::ends::STARTS;
use gridscope_trace::{ActorKind, Cell, Size};
use std::fmt::Write as _;

/// Baselines of the title, of the line below it, and of the foot, in millimetres.
const TITLE: f32 = 24.4;
const TASK: f32 = 30.0;
const FOOT: f32 = 290.0;
/// Largest number of cells of a path that the answers list one by one.
const MAX_NAMED: usize = 8;

/// Builds the sheet of a session's run: one SVG a page, or one file with all pages. `run` is the number of the run if
/// there are several.
pub(super) fn handout(
    session: &mut Session,
    answers: bool,
    run: Option<usize>,
    format: Format,
) -> Result<Vec<Vec<u8>>, ExportError> {
    let sheet = Sheet::of(session, answers, run)?;
    let plan = sheet.plan()?;
    let (title, theme) = (sheet.title(), &sheet.theme);
    let pages: Vec<Page> = (0..plan.pages).map(|number| sheet.page(&plan, number)).collect();
    match format {
        #[cfg(not(target_arch = "wasm32"))]
        Format::Pdf => paper::sheets(&pages, &title, theme).map(|file| vec![file]),
        Format::Html => Ok(vec![printable(&pages, A4, &title, theme)]),
        _ => Ok(pages.iter().map(|page| page.svg(A4, &title, theme).into_bytes()).collect()),
    }
}

/// Builds the first page as a picture that fits into `room` pixels.
pub(super) fn preview(session: &mut Session, answers: bool, room: Vec2) -> Result<Pixels, ExportError> {
    let sheet = Sheet::of(session, answers, None)?;
    let plan = sheet.plan()?;
    Ok(sheet.page(&plan, 0).pixels(A4, &sheet.theme, room))
}

/// Data shared by all parts of a sheet.
struct Sheet<'a> {
    session: &'a Session,
    answers: bool,
    run: Option<usize>,
    /// Whether the run can be solved by hand, on a sheet with boxes.
    is_by_hand: bool,
    /// The slides that are printed.
    slides: Vec<PaperSlide>,
    boxes: Boxes,
    by_hand: ByHand,
    /// The cells of the path, from its start.
    path: Vec<Cell>,
    /// Start and goal.
    ends: [Option<Cell>; 2],
    /// Their names in sentences.
    names: Ends,
    theme: Theme,
}

/// Returns start and goal of the scene, or those stated by the log.
fn ends(session: &Session) -> [Option<Cell>; 2] {
    let scene = session.scene();
    // A log needs no actors. Its start may be any actor that can walk.
    let kinds = session.card().actors.first().map_or(&STARTS[..], |need| need.kinds);
    let start = kinds.iter().find_map(|&kind| scene.of_kind(kind).next()).map(|actor| actor.at);
    let goal = scene.of_kind(ActorKind::Goal).next().map(|actor| actor.at);
    let contract = session.replay().and_then(|replay| replay.schema().contract.as_ref());
    [start.or(contract.map(|c| c.start)), goal.or(contract.map(|c| c.goal))]
}

/// Returns the name of the symbol that marks an end on the map.
fn symbol_name(session: &Session, end: Option<Cell>, letter: &str) -> String {
    let actor = session.scene().actors.iter().find(|actor| Some(actor.at) == end);
    match actor.map(|actor| actor.kind) {
        Some(ActorKind::Guard) => "the shield",
        Some(ActorKind::Thief) => "the mask",
        Some(ActorKind::Explorer) => "the compass",
        Some(ActorKind::Viewer) => "the eye",
        Some(ActorKind::Goal) => "the flag",
        Some(ActorKind::Item) => "the diamond",
        Some(ActorKind::Exit) => "the stairs",
        Some(ActorKind::Lamp) => "the lamp",
        Some(ActorKind::Prisoner) => "the runner",
        Some(ActorKind::Unit) => "the sword",
        Some(ActorKind::Enemy) => "the skull",
        Some(ActorKind::Bloat) => "the circle",
        None => letter,
    }
    .to_owned()
}

/// Returns the style of numbers in tables and rulers.
const fn mono(size: f32, colour: Color32) -> Set {
    Set { size, weight: 400, mono: true, anchor: Anchor::Start, colour }
}

impl<'a> Sheet<'a> {
    /// Prepares the sheet of a session's run, at its end.
    fn of(session: &'a mut Session, answers: bool, run: Option<usize>) -> Result<Self, ExportError> {
        session.apply(&SessionCommand::End);
        let session = &*session;
        let replay = session.replay().ok_or_else(|| ExportError("there is no run to make a handout of".to_owned()))?;
        let has_slides = !session.scene().run.slides.is_empty();
        let (boxes, is_by_hand) = match boxes(replay) {
            Ok(boxes) => (boxes, true),
            Err(_) if has_slides => (Boxes::default(), false),
            Err(error) => return Err(error),
        };
        let ends = ends(session);
        let [start, goal] = ends;
        let names = Ends { start: symbol_name(session, start, "S"), goal: symbol_name(session, goal, "G") };
        let by_hand = ByHand::new(session, replay, &boxes.names, &names, start);
        let theme = Theme::new(ThemeName::Light).on_paper();
        let path = replay.path();
        let mut sheet =
            Self { session, answers, run, is_by_hand, slides: Vec::new(), boxes, by_hand, path, ends, names, theme };
        sheet.slides = sheet.printed_slides();
        Ok(sheet)
    }

    fn size(&self) -> Size {
        self.session.scene().size()
    }

    fn plan(&self) -> Result<Plan, ExportError> {
        let heights: Vec<f32> = self.blocks().map(|block| self.height(block)).collect();
        plan(self.is_by_hand.then(|| self.size()), &heights)
    }

    fn page(&self, plan: &Plan, number: usize) -> Page {
        let mut page = Page::default();
        self.head(&mut page, plan, number);
        if let Some(&part) = plan.parts.get(number) {
            self.map(&mut page, part, plan.side);
        }
        for (block, &(_, y)) in self.blocks().zip(&plan.blocks).filter(|(_, (on, _))| *on == number) {
            self.block(&mut page, block, y);
        }
        self.foot(&mut page, plan, number);
        page
    }

    fn words(&self, size: f32) -> Set {
        Set { size, weight: 400, mono: false, anchor: Anchor::Start, colour: self.theme.text }
    }

    fn faint(&self, size: f32) -> Set {
        Set { colour: self.theme.faint, ..self.words(size) }
    }

    /// Returns the style of column names.
    fn small(&self) -> Set {
        Set { colour: self.theme.weak, ..self.words(2.5) }
    }

    /// Returns the title of the sheet.
    fn title(&self) -> String {
        let scene = self.session.scene();
        let title = if scene.title.is_empty() { self.session.algorithm_title() } else { scene.title.clone() };
        if self.answers { format!("{title} · answers") } else { title }
    }

    /// Returns the blocks below the map: those of the sheet, the slides, and the questions of slides that are not printed.
    fn blocks(&self) -> impl Iterator<Item = Block> {
        let sheet = Block::SHEET.into_iter().filter(|_| self.is_by_hand);
        let slides = (0..self.slides.len()).map(Block::Slide);
        sheet.chain(slides).chain((!self.questions().is_empty()).then_some(Block::Questions))
    }

    /// Draws the title, the exercise, and on the first page lines for name and date.
    fn head(&self, page: &mut Page, plan: &Plan, number: usize) {
        let names = number == 0 && !self.answers;
        let room = RIGHT - MARGIN - if names { 80.0 } else { 0.0 };
        let title = Set { weight: 600, colour: self.theme.strong, ..self.words(6.6) };
        page.text((MARGIN, TITLE - 1.9), title, room, &self.title());
        if names {
            let (label, y) = (Set { colour: self.theme.weak, ..self.words(3.2) }, TITLE - 2.4);
            for (name, left, line, right) in [("Name", 114.8, 124.5, 160.7), ("Date", 163.6, 173.4, RIGHT)] {
                page.text((left, y), label, line - left, name);
                page.line([line, y + 0.8, right, y + 0.8], self.theme.text, 0.3);
            }
        }
        let task = match plan.parts.get(number) {
            Some(_) if number == 0 && self.answers => sentence::words(self.session),
            Some(_) if number == 0 => format!(
                "{} by hand, from {} to {}. Fill in every cell that the search opens.",
                self.session.algorithm_title(),
                self.names.start,
                self.names.goal
            ),
            Some(_) => plan.neighbours(number),
            None => String::new(),
        };
        page.text((MARGIN, TASK - 0.7), self.words(3.75), RIGHT - MARGIN, &task);
    }

    /// Draws the run and the number of the page.
    fn foot(&self, page: &mut Page, plan: &Plan, number: usize) {
        let name = Some(&self.session.scene().run.name).filter(|name| !name.is_empty());
        let name = name.map(|name| format!(", {name}")).unwrap_or_default();
        let run = self.run.map(|run| format!("run {}{name} · ", letter(run))).unwrap_or_default();
        let address = printed_address(self.session.scene()).map(|address| format!(" · {address}")).unwrap_or_default();
        let footer = format!("{run}made with gridscope{address}");
        page.text((MARGIN, FOOT), Set { size: 2.4, ..self.small() }, 80.0, &footer);
        let mut text = format!("page {} of {}", number + 1, plan.pages);
        if let Some(part) = plan.parts.get(number) {
            if plan.parts.len() > 1 {
                let ((left, right), (top, bottom)) = (part.columns, part.rows);
                _ = write!(text, ", columns {left}–{right}, rows {top}–{bottom}");
            }
            _ = write!(text, " · one cell is {} mm", plan.side);
        }
        page.text((RIGHT, FOOT), Set { size: 2.4, anchor: Anchor::End, ..self.small() }, 88.0, &text);
    }

    /// Returns path, cost and number of expansions.
    fn answer(&self) -> (String, String, String) {
        let Some(replay) = self.session.replay() else { return <_>::default() };
        let path = match self.path.as_slice() {
            [] => "none".to_owned(),
            [first, .., last] if self.path.len() > MAX_NAMED => {
                format!("{first} … {last}: {} cells, framed", self.path.len())
            }
            all => all.iter().map(Cell::to_string).collect::<Vec<_>>().join(" "),
        };
        let outcome = |name: &str| replay.outcome().get(name).filter(|value| !value.is_null()).map(ToString::to_string);
        let sum = outcome("cost").or_else(|| outcome("steps")).unwrap_or_else(|| "–".to_owned());
        (path, sum, self.boxes.expanded.to_string())
    }
}
