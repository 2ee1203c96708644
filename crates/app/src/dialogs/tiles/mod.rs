//! The question what the tiles and objects of another program's map mean: rows of tiles in families, types of objects, and
//! the map beside them, as in the file and as it opens.

mod families;
mod maps;
mod numbers;
mod objects;
mod rows;
mod small_map;

pub(super) use small_map::{MAX_PREVIEW_CELLS, picture};

use super::{answer, enter, heading, modal};
use crate::debugger::disk::map_source::{MapReading, MapSource, PendingMap};
use crate::debugger::{Command, Session, SessionCommand};
use crate::formats::plain::format_count;
use crate::formats::tile_mapping::{Ask, KnownBy, TileAnswers, TileMeaning, describe_solid_cells};
use crate::formats::{FileQuestion, answers_path};
use crate::style::fonts::{self, Icon};
use crate::style::menu_of_values;
use crate::style::theme::mix;
use crate::view::focus;
use crate::view::{Dialog, View};
use egui::{Checkbox, Context, Frame, Label, Margin, RichText, Ui, vec2};
use families::{Family, families};
use gridscope_trace::{ActorKind, Tile};
use maps::Previewed;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Key of the answer for tiles that the user has not explained yet. In the preview they are void.
const REST: &str = "rest";
/// Key of cells without a tile. The answer for the rest is not about them.
const EMPTY: &str = "empty";
/// Width of the rows, in points.
const LIST: f32 = 610.0;

/// Meaning of a type of objects: actors of a kind, or nothing on the map.
type ActorChoice = Option<ActorKind>;

/// An answer that is given, or taken back.
type TileChoice = Option<TileMeaning>;

/// The question, and the answers so far.
#[derive(Clone, PartialEq, Debug)]
pub struct TilesForm {
    map: PendingMap,
    question: Arc<FileQuestion>,
    families: Vec<Family>,
    /// Number of cells on which each tile is the topmost one.
    cells: Vec<usize>,
    /// Answers of the user, for each tile of the question.
    answers: Vec<Option<TileMeaning>>,
    /// Answer for all tiles without one.
    rest: Option<TileMeaning>,
    /// Answers of the user for each type of objects: a kind of actor, or nothing.
    actors: Vec<Option<ActorChoice>>,
    /// Indices of the selected tiles.
    selected: BTreeSet<usize>,
    /// The tile that was selected last, from which Shift+click goes on.
    last: Option<usize>,
    /// Indices of the families that are unfolded.
    unfolded: BTreeSet<usize>,
    /// The family that is scrolled to.
    scroll_to: Option<usize>,
    /// The tile under the pointer, and that of the next frame.
    hovered: Option<usize>,
    next_hovered: Option<usize>,
    /// Text that filters the rows.
    filter: String,
    /// Whether the answers are written beside the file.
    remember: bool,
}

impl TilesForm {
    /// Creates the form for a question.
    pub(crate) fn new(map: PendingMap, question: FileQuestion) -> Self {
        let mut cells = vec![0; question.tiles.len()];
        for &place in &question.top {
            usize::from(place).checked_sub(1).and_then(|tile| cells.get_mut(tile)).into_iter().for_each(|n| *n += 1);
        }
        for (cells, tile) in cells.iter_mut().zip(&question.tiles).filter(|(cells, _)| **cells == 0) {
            // A tile of a collision layer alone is not seen.
            let is_unseen = !question.top.is_empty() && matches!(tile.meaning, Some((_, KnownBy::Collision)));
            *cells = if is_unseen { 0 } else { tile.count };
        }
        let (families, question) = (families(&question, &cells), Arc::new(question));
        Self {
            map,
            families,
            cells,
            answers: vec![None; question.tiles.len()],
            rest: None,
            actors: vec![None; question.objects.len()],
            selected: BTreeSet::new(),
            last: None,
            unfolded: BTreeSet::new(),
            scroll_to: None,
            hovered: None,
            next_hovered: None,
            filter: String::new(),
            remember: true,
            question,
        }
    }

    /// Returns what textures of this question depend on.
    fn texture_key(&self) -> (std::path::PathBuf, usize, usize) {
        (self.map.source.path.clone(), Arc::as_ptr(&self.question) as usize, self.question.level)
    }

    /// Returns the meaning of a tile, if it is known or answered.
    fn meaning(&self, tile: usize) -> Option<TileMeaning> {
        let own = self.answers.get(tile).copied().flatten();
        let known = self.question.tiles.get(tile)?;
        let rest = self.rest.filter(|_| known.key != EMPTY);
        let by_rule = known.meaning.filter(|known| rest.is_none() || !is_of_rest(*known)).map(|(meaning, _)| meaning);
        own.or(by_rule).or(rest)
    }

    /// Returns whether the answer for everything else is about a tile, or would be.
    fn is_rest(&self, tile: usize) -> bool {
        let question = &self.question.tiles[tile];
        let unnamed = self.families.last().is_some_and(|family| family.is_rest && family.tiles.contains(&tile));
        self.answers[tile].is_none() && question.key != EMPTY && (question.meaning.is_none() || unnamed)
    }

    /// Returns the name of a tile, or its key.
    fn name(&self, tile: usize) -> &str {
        let tile = &self.question.tiles[tile];
        tile.name.as_deref().unwrap_or(&tile.key)
    }

    /// Selects a tile: alone, added to the others, or all from the last one.
    fn take(&mut self, tile: usize, adds: bool, is_run: bool) {
        if !adds && !is_run {
            self.selected.clear();
        }
        match self.last.filter(|_| is_run) {
            Some(last) => {
                let order: Vec<usize> = self.families.iter().flat_map(|family| &family.tiles).copied().collect();
                let place = |tile| order.iter().position(|&other| other == tile);
                if let (Some(from), Some(to)) = (place(last), place(tile)) {
                    self.selected.extend(&order[from.min(to)..=from.max(to)]);
                }
            }
            None if adds && self.selected.remove(&tile) => {}
            None => _ = self.selected.insert(tile),
        }
        self.last = Some(tile);
    }

    /// Unfolds the family of a tile, and scrolls to it.
    fn unfold(&mut self, tile: usize) {
        let family = self.families.iter().position(|family| family.tiles.contains(&tile));
        if let Some(family) = family {
            self.unfolded.insert(family);
            self.scroll_to = Some(family);
        }
    }

    /// Sets the meaning of tiles. Without a meaning, the answers are taken back.
    fn set(&mut self, tiles: impl IntoIterator<Item = usize>, meaning: Option<TileMeaning>) {
        for tile in tiles {
            self.answers[tile] = meaning;
        }
    }

    /// Returns the answers of the user: those that differ from what was known before.
    fn user_answers(&self) -> TileAnswers {
        let mut answers = self.map.source.reading.tiles.clone();
        answers.ask = Ask::IfNeeded;
        for (tile, answer) in self.question.tiles.iter().zip(&self.answers) {
            if let Some(meaning) = answer.filter(|meaning| tile.meaning.is_none_or(|known| known.0 != *meaning)) {
                answers.set(&tile.key, meaning);
            }
        }
        if let Some(meaning) = self.rest {
            answers.set(REST, meaning);
        }
        for (object, answer) in self.question.objects.iter().zip(&self.actors) {
            if let Some(kind) = answer.filter(|kind| object.asks || object.kind != *kind) {
                answers.set_actor(&object.name, kind);
            }
        }
        answers
    }

    /// Returns the number of tiles and objects without an answer.
    fn left(&self) -> usize {
        let tiles = (0..self.answers.len()).filter(|&tile| self.meaning(tile).is_none()).count();
        let objects = self.question.objects.iter().zip(&self.actors);
        tiles + objects.filter(|(object, answer)| object.asks && answer.is_none()).count()
    }

    /// Returns how the map is read with the answers.
    fn reading(&self) -> MapReading {
        let mut reading = MapReading { tiles: self.user_answers(), ..self.map.source.reading.clone() };
        if let Some(level) = self.question.levels.get(self.question.level) {
            let is_unique = self.question.levels.iter().filter(|other| *other == level).count() == 1;
            let number = || (self.question.level + 1).to_string();
            reading.level = Some(if is_unique { level.clone() } else { number() });
        }
        reading
    }

    /// Returns the source with the answers.
    fn answered(&self) -> MapSource {
        MapSource { path: self.map.source.path.clone(), reading: self.reading() }
    }
}

/// Returns whether a tile is floor only because a collision layer decides. The answer for the rest is about it.
fn is_of_rest((meaning, by): (TileMeaning, KnownBy)) -> bool {
    by == KnownBy::Collision && meaning == TileMeaning::plain(Tile::Floor)
}

/// Draws the dialog. Returns its state if it stays open.
pub(super) fn show(
    ctx: &Context,
    session: &Session,
    view: &mut View,
    mut form: Box<TilesForm>,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    let enter = !egui::Popup::is_any_open(ctx) && enter(ctx);
    modal(ctx, "tiles", 1024.0, |ui| {
        let opens = maps::read(ui, session, &form);
        let wide = ui.available_width() > 960.0;
        let high = (ctx.content_rect().height() - 190.0).clamp(160.0, 560.0);
        let mut another = None;
        super::beside(ui, high, |ui| {
            ui.allocate_ui(vec2(if wide { LIST } else { ui.available_width() }, high), |ui| {
                ui.vertical(|ui| {
                    let top = ui.cursor().min.y;
                    another = head(ui, view, &form, opens.as_ref());
                    let left = (high - (ui.cursor().min.y - top)).max(80.0);
                    rows::show(ui, view, &mut form, opens.as_ref(), left);
                });
            });
            if wide {
                ui.separator();
                ui.vertical(|ui| maps::show(ui, view, &mut form, opens.as_ref(), high));
            }
        });
        if form.hovered != form.next_hovered {
            form.hovered = form.next_hovered;
            ctx.request_repaint();
        }
        form.next_hovered = None;
        if let Some(reading) = another {
            out.push(form.map.read_with(reading).into());
            return None;
        }
        ui.separator();
        let mut done = false;
        ui.horizontal_wrapped(|ui| done = foot(ui, view, &mut form, opens.as_ref(), enter, out));
        (!done).then_some(Dialog::Tiles(form))
    })
}

/// Draws the title, the file, the level if there are several, and what was decided. Returns how the map is read again, if the
/// user chose another level or a meaning of all numbers.
fn head(ui: &mut Ui, view: &View, form: &TilesForm, opens: Option<&Previewed>) -> Option<MapReading> {
    heading(ui, "What do these tiles mean?");
    let question = &form.question;
    let mut another = None;
    let right = egui::Layout::right_to_left(egui::Align::Center);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 26.0), right, |ui| {
        another = level_menu(ui, form);
        let path = &form.map.source.path;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let size = question.size.map_or(String::new(), |size| format!(", {size} cells"));
        let objects = match question.objects.iter().map(|object| object.count).sum() {
            0 => String::new(),
            count => format!(", {}", format_count(count, "object")),
        };
        let text = format!("{name}{size} · {}{objects}", format_count(question.tiles.len(), "tile"));
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            let file = ui.add(Label::new(RichText::new(text).color(view.theme.weak)).truncate());
            if let Some(Ok(opens)) = opens.map(|opens| &**opens) {
                file.on_hover_text(opens.notes.join("\n"));
            }
        });
    });
    if let Some(meaning) = numbers::all_numbers(ui, view, form) {
        another = Some(MapReading { array: Some(meaning), ..form.reading() });
    }
    let tiles = question.tiles.iter().filter(|tile| tile.meaning.is_none()).count();
    let types = question.objects.iter().filter(|object| object.asks).count();
    let open_questions = [(tiles, "tile"), (types, "type")].into_iter().filter(|(count, _)| *count > 0);
    let open_questions: Vec<String> = open_questions.map(|(count, what)| format_count(count, what)).collect();
    let open_questions = match tiles + types {
        0 => None,
        1 => Some(format!("{} is to answer", open_questions.join(" and "))),
        _ => Some(format!("{} are to answer", open_questions.join(" and "))),
    };
    let decided = question.decided_by.as_ref().map(|_| {
        let counts = opens
            .and_then(|opens| (**opens).as_ref().ok())
            .map_or(String::new(), |opens| format!(" {}", describe_solid_cells(&opens.scene)));
        (format!("{}:", question.decides), counts)
    });
    ui.add_space(6.0);
    let (strong, text, hue) = match (decided, open_questions) {
        (Some((strong, text)), None) => (strong, text, view.theme.frontier),
        (None, None) => return another,
        (_, Some(asked)) => (String::new(), asked, view.theme.now),
    };
    let plate =
        Frame::new().fill(mix(view.theme.panel, hue, 0.18)).corner_radius(6.0).inner_margin(Margin::symmetric(12, 9));
    plate.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let icon = if hue == view.theme.frontier { Icon::CHECK } else { Icon::INFO };
            icon.show(ui, 18.0, hue);
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.label(RichText::new(strong).font(fonts::semibold(14.0)).color(view.theme.strong));
            ui.label(RichText::new(text.trim()).color(view.theme.text));
        });
    });
    ui.add_space(4.0);
    another
}

/// Draws the menu of levels, if there are several. Returns how the map is read again if another one is chosen.
fn level_menu(ui: &mut Ui, form: &TilesForm) -> Option<MapReading> {
    let question = &form.question;
    let level = question.levels.get(question.level)?;
    let mut level_index = question.level;
    let list = menu_of_values("level").selected_text(level.as_str()).height(360.0).show_ui(ui, |ui| {
        for (i, name) in question.levels.iter().enumerate() {
            crate::style::choice(ui, &mut level_index, i, name.as_str());
        }
    });
    list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Level"));
    let level = Some((level_index + 1).to_string()).filter(|_| level_index != question.level)?;
    Some(MapReading { level: Some(level), ..form.map.source.reading.clone() }.asking(Ask::Always))
}

/// Draws the last row: whether the answers are remembered, what is left, and the buttons. Returns whether the dialog closes.
fn foot(
    ui: &mut Ui,
    view: &View,
    form: &mut TilesForm,
    opens: Option<&Previewed>,
    enter: bool,
    out: &mut Vec<Command>,
) -> bool {
    ui.add(Checkbox::new(&mut form.remember, "Remember beside the file"))
        .on_hover_text("The next time the map is opened, it is not asked again.");
    let file = answers_path(&form.map.source.path);
    let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    ui.label(RichText::new(file).font(fonts::mono(12.5)).color(view.theme.weak));
    let left = form.left();
    // Without any floor, the user says at least what empty cells are.
    let is_void = opens.and_then(|opens| (**opens).as_ref().ok()).is_some_and(|opens| !opens.has_floor());
    let empty = form.question.tiles.iter().position(|tile| tile.key == EMPTY);
    let needs_floor = is_void && empty.is_some_and(|empty| form.answers[empty].is_none());
    let says = match (left, needs_floor) {
        (0, false) => "nothing left to answer".to_owned(),
        (0, true) => "no cell can be walked on: what is empty?".to_owned(),
        (left, _) => format!("{left} left to answer"),
    };
    let ready = left == 0 && !needs_floor;
    let mut done = false;
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let open = super::answer_button(ui, view, "Open the map", true, ready);
        if ready {
            focus::first(&open);
        }
        if (open.clicked() || enter) && ready {
            if form.remember {
                out.push(SessionCommand::RememberTiles(Box::new(form.answered())).into());
            }
            out.push(form.map.read_with(form.reading()).into());
            done = true;
        }
        done |= answer(ui, view, "Cancel", false, true);
        ui.label(RichText::new(says).color(view.theme.weak));
    });
    done
}
