//! Vaults of Dungeon Crawl Stone Soup (`.des`), read only.
//!
//! Source: crawl's `docs/develop/levels/syntax.txt`. A file holds vaults: header lines such as `NAME: crypt`, then a
//! line `MAP`, the rows of the map, and a line `ENDMAP`. Header lines and Lua are not run: they may change glyphs, add
//! monsters or turn the map when the game places it. They are counted. A glyph without a meaning is floor (section H), unless
//! a header line replaces it. Then it is what that line says, or is asked for if the line leaves a choice.

use super::foreign_formats::is_nethack;
use super::plain::{format_count, is_unseen};
use super::scene_json::{checked_size, padded};
use super::tile_mapping::{ForeignTile, TileMapping, TileMeaning};
use super::{Beside, Format, FormatError, FormatInfo, Loaded, Options, limits, lines, utf8};
use gridscope_trace::{Actor, ActorKind, Cell, Grid, Scene, Size, Tile};
use std::collections::BTreeMap;

/// The format of vaults.
#[derive(Debug)]
pub(crate) struct Dcss;

/// Number of bytes in which the first map must begin.
const HEAD: usize = 1 << 20;
/// Number of names or kinds of lines that a message lists.
const LISTED: usize = 8;
/// Number of kinds of header lines that are counted apart.
const KINDS: usize = 100;
/// Header lines that replace the glyphs before their `=` or `:` by other terrain.
const REPLACING: [&str; 6] = ["CLEAR", "KFEAT", "NSUBST", "SHUFFLE", "SUBST", "SUBVAULT"];
/// Maximum number of different glyphs without a meaning. A text with more of them is no map.
const STRANGE: usize = 100;

impl Format for Dcss {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo =
            FormatInfo::only_read("dcss", "Dungeon Crawl vaults", &["des"]).keyed(false).with_levels();
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        if is_nethack(bytes) {
            return false;
        }
        let is = |line: &[u8], word: &[u8]| line.trim_ascii() == word;
        let head = bytes.get(..HEAD).unwrap_or(bytes);
        let mut offset = 0_usize;
        for line in head.split(|&b| b == b'\n') {
            offset = offset.saturating_add(line.len().saturating_add(1));
            if is(line, b"MAP") {
                let rest = bytes.get(offset..).unwrap_or_default();
                return rest.split(|&b| b == b'\n').any(|line| is(line, b"ENDMAP"));
            }
        }
        false
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, _: &mut Beside) -> Result<Loaded, FormatError> {
        let vault = requested_vault(name, utf8(name, bytes)?, options)?;
        let size = checked_size(name, vault.rows.iter().map(|(_, row)| *row))?;
        let mut map = Map::new(name, options, size, &vault.skipped.replaced);
        let mut short = Vec::new();
        for (y, (line, row)) in (0_u16..).zip(&vault.rows) {
            let mut width = 0;
            for (x, glyph) in (0_u16..).zip(row.chars()) {
                width = x.saturating_add(1);
                map.put_glyph(Cell::new(x, y), glyph);
            }
            if width < size.width {
                short.push(usize::from(y).saturating_add(1));
            }
            map.check_limits(*line)?;
        }
        let (mut scene, map_notes) = map.finish()?;
        scene.title = vault.title.chars().filter(|&c| !is_unseen(c)).take(limits::TEXT / 4).collect();
        let mut notes: Vec<String> = vault.note().into_iter().chain(padded(&short, size.width)).collect();
        notes.extend(map_notes);
        notes.extend(vault.skipped.note());
        Ok(Loaded::new(scene, self.name(), notes))
    }
}

/// A vault of a file.
#[derive(Default)]
struct Vault<'a> {
    title: &'a str,
    /// Lines of its map, with their numbers.
    rows: Vec<(usize, &'a str)>,
    skipped: Skipped<'a>,
    /// Number among the vaults with a map, from 1.
    number: usize,
    /// Number of vaults in the file that have a map.
    all: usize,
    /// Titles of the first vaults.
    titles: Vec<&'a str>,
}

impl Vault<'_> {
    /// Returns a note about the other vaults of the file.
    fn note(&self) -> Option<String> {
        let title = if self.title.is_empty() { String::new() } else { format!(" ({})", self.title) };
        let others = "--level NAME or a number reads another";
        (self.all > 1).then(|| format!("Vault {}{title} of {} was read; {others}.", self.number, self.all))
    }
}

/// Lines of a vault that are not run.
#[derive(Default)]
struct Skipped<'a> {
    kinds: BTreeMap<&'a str, usize>,
    lua: usize,
    /// Glyphs that a header line replaces. The tile is there if the line leaves no choice.
    replaced: BTreeMap<char, Option<Tile>>,
}

impl<'a> Skipped<'a> {
    /// Counts a header line of this kind.
    fn count(&mut self, kind: &'a str, text: &str) {
        if REPLACING.contains(&kind) {
            for part in text.split(',').map(str::trim) {
                // The first glyph of a part may be `=` or `:` itself.
                let end = part.char_indices().skip(1).find(|(_, c)| matches!(c, '=' | ':')).map(|(at, _)| at);
                let (glyphs, by) = part.split_at_checked(end.unwrap_or(part.len())).unwrap_or_default();
                let tile = replacement(kind, by.get(1..).unwrap_or_default());
                for glyph in glyphs.chars().filter(|glyph| !glyph.is_whitespace()) {
                    // If several lines replace one glyph, the order of the lines decides, which is not followed here.
                    self.replaced.entry(glyph).and_modify(|known| *known = None).or_insert(tile);
                }
            }
        }
        let is_kind = kind.len() <= 20 && kind.bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b'-' | b'_'));
        let is_listed = is_kind && (self.kinds.len() < KINDS || self.kinds.contains_key(kind));
        self.kinds
            .entry(if is_listed { kind } else { "others" })
            .and_modify(|count| *count = count.saturating_add(1))
            .or_insert(1);
    }

    fn note(&self) -> Option<String> {
        let mut parts: Vec<String> = self.kinds.iter().take(LISTED).map(|(kind, n)| format!("{kind} ({n})")).collect();
        if let more @ 1.. = self.kinds.len().saturating_sub(LISTED) {
            parts.push(format!("{more} more kinds"));
        }
        if self.lua > 0 {
            parts.push(format!("Lua ({})", format_count(self.lua, "line")));
        }
        (!parts.is_empty()).then(|| format!("Lines that change or place the vault were not run: {}.", parts.join(", ")))
    }
}

/// Returns the vault that the options ask for, or the first.
fn requested_vault<'a>(name: &str, text: &'a str, options: &Options) -> Result<Vault<'a>, FormatError> {
    let Some(level) = options.level.as_deref() else {
        let first = vault(text, |number, _| number == 1);
        return first
            .map_err(|_| FormatError::whole(name, "there is no map in it", "a line MAP, rows, and a line ENDMAP"));
    };
    let number: Option<usize> = level.parse().ok();
    vault(text, |_, title| title == level).or_else(|_| vault(text, |n, _| Some(n) == number)).map_err(|all| {
        let more = if all.all > all.titles.len() { ", …" } else { "" };
        let expected = format!("one of {}{more}, or a number from 1 to {}", all.titles.join(", "), all.all);
        FormatError::whole(name, &format!("there is no vault {level:?}"), &expected)
    })
}

/// Returns the first vault with a map for which `is_chosen` returns true, given its number and its title. If there is
/// none, returns a vault without rows that has the number of vaults and their titles.
fn vault<'a>(text: &'a str, is_chosen: impl Fn(usize, &str) -> bool) -> Result<Vault<'a>, Box<Vault<'a>>> {
    let mut title = "";
    let mut skipped = Skipped::default();
    let mut found = None::<Vault<'a>>;
    let (mut all, mut titles) = (0_usize, Vec::new());
    let (mut in_map, mut in_lua, mut keeps_rows, mut next_is_header) = (false, false, false, false);
    for (number, line) in lines(text).enumerate().map(|(i, line)| (i.saturating_add(1), line)) {
        let trimmed = line.trim();
        if in_map {
            if trimmed == "ENDMAP" {
                (in_map, keeps_rows, title) = (false, false, "");
            } else if let Some(vault) = found.as_mut().filter(|_| keeps_rows) {
                // One row more than a map may have is enough for the check of the size to refuse it.
                if vault.rows.len() <= limits::SIDE as usize {
                    vault.rows.push((number, line));
                }
            }
            continue;
        }
        let is_header = std::mem::replace(&mut next_is_header, trimmed.ends_with('\\'));
        if is_header {
            // The line before it has been counted.
        } else if in_lua {
            skipped.lua = skipped.lua.saturating_add(1);
            in_lua = !trimmed.ends_with("}}");
        } else if trimmed == "MAP" {
            all = all.saturating_add(1);
            if titles.len() < LISTED && !title.is_empty() {
                titles.push(title);
            }
            in_map = true;
            let skipped = std::mem::take(&mut skipped);
            if found.is_none() && is_chosen(all, title) {
                keeps_rows = true;
                found = Some(Vault { title, skipped, number: all, ..Vault::default() });
            }
        } else if trimmed.is_empty() || trimmed.starts_with('#') {
            // Nothing to read.
        } else if let Some(text) = trimmed.strip_prefix("NAME:") {
            (title, skipped) = (text.trim(), Skipped::default());
        } else if trimmed.starts_with(':') {
            skipped.lua = skipped.lua.saturating_add(1);
        } else if let Some((_, lua)) = trimmed.split_once("{{") {
            skipped.lua = skipped.lua.saturating_add(1);
            in_lua = !lua.contains("}}");
        } else if let Some((kind, text)) = trimmed.split_once(':') {
            skipped.count(kind, text);
        }
    }
    match found {
        Some(vault) => Ok(Vault { all, titles, ..vault }),
        None => Err(Box::new(Vault { all, titles, ..Vault::default() })),
    }
}

/// A map while its glyphs are read.
struct Map<'a> {
    name: &'a str,
    options: &'a Options,
    scene: Scene,
    /// Glyphs that the game replaces, as in [`Skipped`].
    replaced: &'a BTreeMap<char, Option<Tile>>,
    /// Cells of glyphs whose meaning the user says.
    open_glyphs: BTreeMap<char, Vec<Cell>>,
    /// Tile and number of cells of each glyph without a meaning of its own.
    plain_glyphs: BTreeMap<char, (Tile, usize)>,
    /// Number of features that are floor here, and of statues.
    features: usize,
    statues: usize,
}

impl<'a> Map<'a> {
    fn new(name: &'a str, options: &'a Options, size: Size, replaced: &'a BTreeMap<char, Option<Tile>>) -> Self {
        let scene = Scene::new(Grid::new(size, Tile::Void));
        let (open_glyphs, plain_glyphs) = (BTreeMap::new(), BTreeMap::new());
        Self { name, options, scene, replaced, open_glyphs, plain_glyphs, features: 0, statues: 0 }
    }

    fn put_glyph(&mut self, at: Cell, glyph: char) {
        let mut text = [0; 4];
        let is_answered = self.options.tiles.get(glyph.encode_utf8(&mut text)).is_some();
        let tile = if is_answered { None } else { tile(glyph) };
        let actor = if is_answered || tile.is_some() { None } else { actor(glyph, at, self.options.thief) };
        self.features = self.features.saturating_add(usize::from(tile == Some(Tile::Floor) && glyph != '.'));
        self.statues =
            self.statues.saturating_add(usize::from(tile == Some(Tile::Window) && matches!(glyph, 'G' | 'I')));
        match (tile, actor) {
            (Some(tile), _) => self.scene.tiles.set(at, tile),
            (None, Some(actor)) => {
                self.scene.tiles.set(at, Tile::Floor);
                self.scene.actors.push(actor);
            }
            (None, None) => match self.replaced.get(&glyph).copied().unwrap_or(Some(Tile::Floor)) {
                Some(tile) if !is_answered => {
                    self.scene.tiles.set(at, tile);
                    let (_, count) = self.plain_glyphs.entry(glyph).or_insert((tile, 0));
                    *count = count.saturating_add(1);
                }
                _ => self.open_glyphs.entry(glyph).or_default().push(at),
            },
        }
    }

    /// Checks the limits at the end of a row.
    fn check_limits(&self, line: usize) -> Result<(), FormatError> {
        for (n, most, what) in [
            (self.scene.actors.len(), limits::ACTORS, "actors"),
            (
                self.open_glyphs.len().saturating_add(self.plain_glyphs.len()),
                STRANGE,
                "different glyphs without a meaning",
            ),
        ] {
            if n > most {
                let found = format!("there are more than {most} {what} up to here");
                return Err(FormatError::at(self.name, line, None, &found, &format!("at most {most}")));
            }
        }
        Ok(())
    }

    /// Returns the scene, and notes about what is not in it.
    fn finish(mut self) -> Result<(Scene, Vec<String>), FormatError> {
        let mut mapping = TileMapping::new(&self.options.tiles);
        let mut weighted = Vec::new();
        for (&glyph, cells) in &self.open_glyphs {
            let meaning = mapping.meaning(&ForeignTile::of_key(glyph), false, cells.len());
            let TileMeaning { tile, weight } = meaning.unwrap_or(TileMeaning::plain(Tile::Void));
            for &at in cells {
                self.scene.tiles.set(at, tile);
                weighted.push((at, weight));
            }
        }
        self.options.tiles.check_empty(self.name, false)?;
        let mut notes = mapping.finish(self.name, self.scene.size(), |_| None)?;
        self.scene.set_weights(weighted);
        if self.features > 0 {
            notes.push(format!("Altars, fountains and gateways are floor: {}.", format_count(self.features, "cell")));
        }
        if !self.plain_glyphs.is_empty() {
            let part = |(glyph, (tile, count)): (&char, &(Tile, usize))| format!("{glyph} {tile} ({count})");
            let mut parts: Vec<String> = self.plain_glyphs.iter().take(LISTED).map(part).collect();
            if let more @ 1.. = self.plain_glyphs.len().saturating_sub(LISTED) {
                parts.push(format!("{more} more"));
            }
            let what = "Glyphs without a meaning are floor, or what their line says, as in the game";
            notes.push(format!("{what}: {}.", parts.join(", ")));
        }
        if self.statues > 0 {
            notes.push(format!("Statues and idols are windows: {}.", format_count(self.statues, "cell")));
        }
        Ok((self.scene, notes))
    }
}

/// Returns the tile of a glyph.
fn tile(glyph: char) -> Option<Tile> {
    Some(match glyph {
        'x' | 'X' | 'c' | 'v' | 'b' | 'a' => Tile::Wall,
        'm' | 'n' | 'o' | 'G' | 'I' => Tile::Window,
        't' => Tile::Tree,
        '.' | 'A' | 'B' | 'C' | 'T' | 'U' | 'V' | 'Y' => Tile::Floor,
        '+' => Tile::Door,
        '=' => Tile::SecretDoor,
        'W' => Tile::Swamp,
        'w' => Tile::Water,
        'l' => Tile::Lava,
        '^' | '~' => Tile::Trap,
        ' ' => Tile::Void,
        _ => return None,
    })
}

/// Returns the tile by which a header line replaces glyphs, if all of its alternatives are that tile.
fn replacement(kind: &str, alternatives: &str) -> Option<Tile> {
    let mut tiles: Box<dyn Iterator<Item = Option<Tile>>> = match kind {
        "CLEAR" => return Some(Tile::Void),
        "KFEAT" => Box::new(alternatives.split('/').map(feature)),
        // Each glyph is an alternative. A number after a colon is its weight.
        "SUBST" => Box::new(alternatives.split_whitespace().flat_map(|word| {
            let glyphs = word.rsplit_once(':').filter(|(_, weight)| weight.parse::<u32>().is_ok());
            glyphs.map_or(word, |(glyphs, _)| glyphs).chars().map(tile_of_glyph)
        })),
        _ => return None,
    };
    let first = tiles.next()??;
    tiles.all(|tile| tile == Some(first)).then_some(first)
}

/// Returns the tile of a glyph, and floor below an actor.
fn tile_of_glyph(glyph: char) -> Option<Tile> {
    tile(glyph).or_else(|| actor(glyph, Cell::new(0, 0), false).map(|_| Tile::Floor))
}

/// Returns the tile of a feature, by its glyph or its name. Source: crawl's `feature-data.h`, 2026.
fn feature(text: &str) -> Option<Tile> {
    let words: Vec<&str> = text.split([' ', '_']).filter(|word| !word.is_empty() && !word.starts_with("w:")).collect();
    if let [word] = *words
        && let mut glyphs = word.chars()
        && let (Some(glyph), None) = (glyphs.next(), glyphs.next())
    {
        return tile_of_glyph(glyph);
    }
    let has = |names: &[&str]| words.iter().any(|word| names.contains(word));
    Some(match words.last().copied()? {
        "wall" if has(&["clear"]) => Tile::Window,
        "wall" => Tile::Wall,
        "statue" | "idol" | "grate" => Tile::Window,
        // Sealed doors are walls, and open ones no doors.
        "door" if !has(&["sealed", "open", "broken"]) => Tile::Door,
        "trap" | "web" | "shaft" => Tile::Trap,
        "tree" => Tile::Tree,
        "lava" if !has(&["endless"]) => Tile::Lava,
        "water" if has(&["deep"]) => Tile::Water,
        "water" if has(&["shallow"]) => Tile::Swamp,
        "floor" | "shop" | "fountain" | "arch" => Tile::Floor,
        _ if words.first() == Some(&"trap") => Tile::Trap,
        _ if matches!(words.first(), Some(&("altar" | "enter" | "exit" | "fountain"))) => Tile::Floor,
        _ if has(&["stairs", "hatch"]) => Tile::Floor,
        _ => return None,
    })
}

/// Returns the actor of a glyph.
fn actor(glyph: char, at: Cell, thief: bool) -> Option<Actor> {
    Some(match glyph {
        '@' => Actor::new(if thief { ActorKind::Thief } else { ActorKind::Explorer }, at),
        '{' | '(' | '[' | '<' | '}' | ')' | ']' | '>' => {
            let mut exit = Actor::new(ActorKind::Exit, at);
            exit.set_down(Some(matches!(glyph, '}' | ')' | ']' | '>')));
            exit
        }
        '$' | '%' | '*' | '|' | 'd'..='k' => Actor::new(ActorKind::Item, at),
        '0'..='9' => Actor::new(ActorKind::Enemy, at),
        _ => return None,
    })
}
