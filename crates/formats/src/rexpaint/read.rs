//! Reads a drawing: lays its layers over each other and finds the tile, the actor and the weight of each cell.

use super::super::picture::hex;
use super::super::tile_mapping::{ActorAnswer, EMPTY, ForeignTile, TileAnswers, TileMapping, TileMeaning};
use super::super::{FormatError, Options, limits};
use super::letters::Letters;
use super::source::{CELL, Source};
use super::{BLANK, INFINITE, TRANSPARENT, UNKNOWN, cp437};
use crate::enclosed;
use gridscope_trace::{Actor, Cell, Grid, Scene, Size, Tile, Weight};
use std::collections::BTreeMap;

/// Maximum number of different codes or colours that need a look-up.
const KINDS: usize = 256;
/// Largest difference of a colour channel from the colour of a tile.
const NEAR: u8 = 2;

/// The drawing on a cell, by the layers read so far.
#[derive(Clone, Copy, Default)]
struct CellState {
    ground: Ground,
    /// Code of the actor, or 0.
    actor: u8,
    weight: Weight,
    is_unknown: bool,
    /// Whether the ground is a blank on a background, and not transparent.
    is_blank: bool,
    /// Whether that background is another colour than black.
    is_coloured_blank: bool,
}

/// The part of a cell that decides its tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Ground {
    /// Nothing is drawn there.
    #[default]
    Nothing,
    Code(u32),
    Colour([u8; 3]),
}

/// The meaning of a code.
#[derive(Clone, Copy)]
enum Role {
    Tile(Tile),
    Actor,
    Unknown,
    /// The user gave an answer for it.
    HasAnswer,
    /// The glyph has no meaning by itself.
    Open,
}

/// Parts of the drawing that are not in the scene, each with the number of cells.
#[derive(Default)]
struct OmittedParts {
    run_values: usize,
    covered_actors: usize,
    glyphs: usize,
    cut_layers: usize,
}

pub(super) fn read(name: &str, bytes: &[u8], options: &Options) -> Result<(Scene, Vec<String>), FormatError> {
    let mut source = Source::new(name, bytes);
    let layers = source.layers()?;
    let mut drawing: Option<Drawing> = None;
    for layer in 1..=layers {
        let size = source.size(layer)?;
        let drawing = drawing.get_or_insert_with(|| Drawing::new(size, options));
        drawing.omitted.cut_layers =
            drawing.omitted.cut_layers.saturating_add(usize::from(size != drawing.cells.size()));
        let what = format!("layer {layer}");
        let mut column = vec![0; usize::from(size.height).saturating_mul(CELL)];
        for x in 0..size.width {
            source.fill(&mut column, &what)?;
            for (y, cell) in (0..).zip(column.chunks_exact(CELL)) {
                drawing.lay(layer > 1, Cell::new(x, y), cell);
            }
        }
        drawing.end_layer();
    }
    let goes_on = source.goes_on()?;
    let drawing = drawing.ok_or_else(|| FormatError::whole(name, "there is no layer", "1 or more"))?;
    let (scene, mut notes) = drawing.scene(name, options)?;
    if goes_on {
        notes.push("There are bytes behind the last layer; they were not read.".into());
    }
    Ok((scene, notes))
}

/// The layers read so far, laid over each other.
struct Drawing {
    cells: Grid<CellState>,
    /// Role of each code of the code page.
    roles: Vec<Role>,
    by_colour: bool,
    omitted: OmittedParts,
    letters: Letters,
}

impl Drawing {
    fn new(size: Size, options: &Options) -> Self {
        let roles = (0..=u8::MAX).map(|code| role(code, &options.tiles)).collect();
        let cells = Grid::new(size, CellState::default());
        Self {
            cells,
            roles,
            by_colour: options.by_colour,
            omitted: OmittedParts::default(),
            letters: Letters::default(),
        }
    }

    fn role(&self, code: u32) -> Role {
        usize::try_from(code).ok().and_then(|code| self.roles.get(code)).copied().unwrap_or(Role::Open)
    }

    /// Lays a cell of a layer over what is there. `above` says whether the layer is above the first.
    fn lay(&mut self, above: bool, at: Cell, cell: &[u8]) {
        let &[a, b, c, d, _, _, _, red, green, blue] = cell else { return };
        let code = u32::from_le_bytes([a, b, c, d]);
        let background = Some([red, green, blue]).filter(|&colour| colour != TRANSPARENT);
        let (role, by_colour) = (self.role(code), self.by_colour);
        let small = u8::try_from(code).unwrap_or(u8::MAX);
        if background.is_none() && matches!(small, 0 | BLANK) {
            return;
        }
        let Some(state) = self.cells.get_mut(at) else { return };
        if above && matches!(role, Role::Open) {
            match (small, background) {
                (b'0'..=b'9' | INFINITE, Some(_)) => {
                    self.omitted.run_values = self.omitted.run_values.saturating_add(1);
                    return;
                }
                (b'1'..=b'9', None) => {
                    state.weight = small.saturating_sub(b'0').into();
                    return;
                }
                _ => self.letters.has_others |= background.is_none(),
            }
        }
        let floor = Ground::Code(b'.'.into());
        match role {
            Role::Unknown => {
                state.is_unknown = true;
                if state.ground == Ground::Nothing {
                    state.ground = floor;
                }
            }
            Role::Actor => {
                self.omitted.covered_actors = self.omitted.covered_actors.saturating_add(usize::from(state.actor != 0));
                self.letters.laid.push((at, state.actor, above));
                state.actor = small;
                if !above {
                    state.ground = background.filter(|_| by_colour).map_or(floor, Ground::Colour);
                }
            }
            Role::Tile(_) | Role::HasAnswer | Role::Open => {
                let ground = match background {
                    Some(colour) if by_colour => Ground::Colour(colour),
                    None if by_colour => {
                        self.omitted.glyphs = self.omitted.glyphs.saturating_add(1);
                        return;
                    }
                    _ => Ground::Code(code),
                };
                self.omitted.covered_actors = self.omitted.covered_actors.saturating_add(usize::from(state.actor != 0));
                let is_blank = matches!(small, 0 | BLANK) && !by_colour;
                let is_blank = is_blank && background.is_some();
                let is_coloured_blank = is_blank && background.is_some_and(|colour| colour != [0; 3]);
                *state = CellState { ground, is_blank, is_coloured_blank, ..CellState::default() };
            }
        }
    }

    /// Takes back letters that are no actors: those of the first layer, and those of a layer with other letters. They are
    /// actors if the user says so.
    fn end_layer(&mut self) {
        let is_text = std::mem::take(&mut self.letters.has_others);
        for (at, before, above) in std::mem::take(&mut self.letters.laid) {
            if let Some(state) = self.cells.get_mut(at).filter(|_| is_text || !above) {
                self.letters.note(at, state.actor);
                state.actor = before;
            }
        }
    }

    /// Returns the scene, and notes about what is not in it.
    fn scene(self, name: &str, options: &Options) -> Result<(Scene, Vec<String>), FormatError> {
        let meanings = self.meanings(name, options)?;
        let (size, mut notes) = (self.cells.size(), meanings.notes.clone());
        let mut scene = Scene::new(Grid::new(size, Tile::Void));
        let (mut weighted, mut blanks) = (Vec::new(), 0_usize);
        for (at, state) in size.cells().zip(self.cells.as_slice()) {
            let meaning = match state.ground {
                Ground::Nothing => TileMeaning::plain(Tile::Void),
                Ground::Code(code) => match self.role(code) {
                    Role::Tile(tile) => TileMeaning::plain(tile),
                    _ => meanings.of(state.ground),
                },
                Ground::Colour(_) => meanings.of(state.ground),
            };
            scene.tiles.set(at, meaning.tile);
            let weight = if state.weight.is_none() { meaning.weight } else { state.weight };
            weighted.extend((!weight.is_none()).then_some((at, weight)));
            let glyph = cp437::glyph(state.actor);
            match options.tiles.actor(glyph.encode_utf8(&mut [0; 4])).filter(|_| state.actor != 0) {
                Some(ActorAnswer::LeftOut) => {}
                Some(ActorAnswer::Kind(kind)) => scene.actors.push(Actor::new(kind, at)),
                None => scene.actors.extend(Actor::from_glyph(glyph, at, options.thief)),
            }
            if scene.actors.len() > limits::ACTORS {
                let found = format!("there are more than {} actors", limits::ACTORS);
                return Err(FormatError::whole(name, &found, &format!("at most {}", limits::ACTORS)));
            }
            if state.is_unknown {
                scene.known.get_or_insert_with(|| Grid::new(size, true)).set(at, false);
            }
        }
        scene.set_weights(weighted);
        self.letters.place(name, &mut scene, options, &mut notes)?;
        let is_empty = |state: &CellState| state.is_blank || state.ground == Ground::Nothing;
        if let Some(empty) = options.tiles.get(EMPTY) {
            let cells = size.cells().zip(self.cells.as_slice()).filter(|(_, state)| is_empty(state));
            for (at, _) in cells {
                scene.tiles.set(at, empty.tile);
                if !empty.weight.is_none() {
                    scene.set_weight(at, empty.weight);
                }
            }
        } else {
            let inside = enclosed::cells(&scene.tiles, |tile| matches!(tile, Tile::Void | Tile::Floor));
            let (mut floor, mut coloured) = (0_usize, 0_usize);
            for (at, state) in size.cells().zip(self.cells.as_slice()).filter(|(_, state)| state.is_blank) {
                if inside.get(at) == Some(&true) {
                    scene.tiles.set(at, Tile::Floor);
                    floor = floor.saturating_add(1);
                } else {
                    coloured = coloured.saturating_add(usize::from(state.is_coloured_blank));
                }
            }
            blanks = coloured;
            if floor > 0 {
                let cells = super::super::plain::format_count(floor, "cell");
                notes.push(format!("Blanks between walls are floor: {cells}. --map-tiles='{EMPTY}=void' changes it."));
            }
        }
        let omitted = self.omitted;
        let cells = |n: usize| super::super::plain::format_count(n, "cell");
        for (n, note) in [
            (
                omitted.cut_layers,
                format!(
                    "The map is {size} cells, as the first layer. Other sizes were cut or filled up: layers, {}.",
                    omitted.cut_layers
                ),
            ),
            (
                omitted.covered_actors,
                format!("Actors under a glyph of a higher layer were left out: {}.", cells(omitted.covered_actors)),
            ),
            (
                omitted.run_values,
                format!(
                    "Digits over a colour on a higher layer are values of a run and were not read: {}.",
                    cells(omitted.run_values)
                ),
            ),
            (
                omitted.glyphs,
                format!(
                    "Glyphs without a background were not read, because the map is read by colour: {}.",
                    cells(omitted.glyphs)
                ),
            ),
            (
                blanks,
                format!(
                    "Blanks that no walls enclose are void, whatever their background: {}. Colours are read with --by colour.",
                    cells(blanks)
                ),
            ),
        ] {
            notes.extend((n > 0).then_some(note));
        }
        Ok((scene, notes))
    }

    /// Finds the meaning of each colour, and of each code that has no meaning of its own.
    fn meanings(&self, name: &str, options: &Options) -> Result<Meanings, FormatError> {
        let mut counts: BTreeMap<Ground, usize> = BTreeMap::new();
        for state in self.cells.as_slice() {
            let is_looked_up = match state.ground {
                Ground::Nothing => false,
                Ground::Code(code) => matches!(self.role(code), Role::HasAnswer | Role::Open),
                Ground::Colour(_) => true,
            };
            if is_looked_up {
                counts.entry(state.ground).and_modify(|count| *count = count.saturating_add(1)).or_insert(1);
                if counts.len() > KINDS {
                    let kinds = if self.by_colour { "colours" } else { "codes without a meaning" };
                    let found = format!("there are more than {KINDS} different {kinds}, so this is no map");
                    return Err(FormatError::whole(name, &found, &format!("at most {KINDS}")));
                }
            }
        }
        let mut mapping = TileMapping::new(&options.tiles);
        let mut of = BTreeMap::new();
        for (&ground, &count) in &counts {
            let mut tile = match ground {
                Ground::Colour(colour) => ForeignTile { colour: Some(colour), ..ForeignTile::of_key(hex(colour)) },
                Ground::Code(code) => ForeignTile::of_key(key(code)),
                Ground::Nothing => continue,
            };
            tile.names.extend(tile.colour.and_then(tile_near).map(|tile| tile.info().name.to_owned()));
            of.extend(mapping.meaning(&tile, false, count).map(|meaning| (ground, meaning)));
        }
        let key = |cell: usize| match self.cells.as_slice().get(cell)?.ground {
            Ground::Colour(colour) => Some(hex(colour).into()),
            Ground::Code(code) => Some(key(code).into()),
            Ground::Nothing => None,
        };
        Ok(Meanings { of, notes: mapping.finish(name, self.cells.size(), key)? })
    }
}

/// The meanings of colours, and of codes without a meaning of their own.
struct Meanings {
    of: BTreeMap<Ground, TileMeaning>,
    notes: Vec<String>,
}

impl Meanings {
    fn of(&self, ground: Ground) -> TileMeaning {
        self.of.get(&ground).copied().unwrap_or(TileMeaning::plain(Tile::Void))
    }
}

/// Returns the key of a code in answers and messages: its character, or `U+…` if the code page has none.
fn key(code: u32) -> String {
    let glyph = u8::try_from(code).ok().map(cp437::glyph).filter(|glyph| !glyph.is_whitespace() && *glyph != '\0');
    glyph.map_or_else(|| format!("U+{code:04X}"), String::from)
}

fn role(code: u8, answers: &TileAnswers) -> Role {
    if answers.get(&key(code.into())).is_some() {
        return Role::HasAnswer;
    }
    let glyph = cp437::glyph(code);
    let tile = match code {
        0 | BLANK => Some(Tile::Void),
        // The middle dots.
        249 | 250 => Some(Tile::Floor),
        // Shades, lines of boxes, and the full block.
        176..=219 => Some(Tile::Wall),
        247 => Some(Tile::Water),
        5 | 6 => Some(Tile::Tree),
        UNKNOWN => return Role::Unknown,
        _ => Tile::from_glyph(glyph),
    };
    if let Some(tile) = tile {
        return Role::Tile(tile);
    }
    match Actor::from_glyph(glyph, Cell::default(), false) {
        Some(_) => Role::Actor,
        None => Role::Open,
    }
}

/// Returns the tile whose colour differs by at most [`NEAR`] in each channel. Black is no tile here: it is the colour of
/// an empty canvas.
fn tile_near(colour: [u8; 3]) -> Option<Tile> {
    let is_near = |&tile: &Tile| tile.info().colour.iter().zip(colour).all(|(&own, other)| own.abs_diff(other) <= NEAR);
    Tile::ALL.iter().copied().filter(|&tile| tile != Tile::Void).find(is_near)
}
