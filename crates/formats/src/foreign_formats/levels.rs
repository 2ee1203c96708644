//! Maps and graphs of other programs whose letters would be read as a text map: graphs of DIMACS, meshes, maps of Wesnoth,
//! levels of `NetHack`, and settings in YAML.

use super::Stranger;
use crate::{head, lines};

/// Number of lines that show what a file is.
const SHOWING: usize = 40;

/// Returns what a text is, if it belongs to a program whose files are not read.
pub(super) fn named(bytes: &[u8]) -> Option<Stranger> {
    let head = head(bytes);
    let start = String::from_utf8_lossy(head.get(..4096).unwrap_or(head));
    let all: Vec<&str> = lines(&start).map(str::trim_end).filter(|line| !line.is_empty()).take(SHOWING).collect();
    let is = |what: &str, instead: &str| Some(Stranger::new(what, instead));
    if is_dimacs(&all) {
        return is("a graph (DIMACS)", "a map of cells; graphs are only written");
    }
    if all.first() == Some(&"mesh") && all.get(1).is_some_and(|line| line.parse::<u32>().is_ok()) {
        return is("a mesh of polygons (.mesh)", "the map of cells that the mesh was made from");
    }
    if is_wesnoth(&all) {
        return is("a map of Wesnoth, whose cells are hexagons", "a map of square cells");
    }
    if is_nethack(bytes) {
        return is("a level of NetHack", "the rows of its map alone, as text");
    }
    if is_settings(&all) {
        return is("YAML without a map", "a map of ROS, with image: and resolution:, or a search trace, with events:");
    }
    None
}

/// Returns whether the first line that is no comment is the problem line of a graph: `p sp 3 2`.
fn is_dimacs(all: &[&str]) -> bool {
    let problem = all.iter().find(|line| **line != "c" && !line.starts_with("c "));
    let Some(words) = problem.and_then(|line| line.strip_prefix("p ")) else { return false };
    let (numbers, words): (Vec<&str>, Vec<&str>) =
        words.split_whitespace().partition(|word| word.parse::<u64>().is_ok());
    !words.is_empty()
        && words.iter().all(|word| word.len() > 1 && word.chars().all(char::is_alphabetic))
        && (1..=2).contains(&numbers.len())
}

/// Returns whether the rows are codes of terrain with commas between them: `Gg, Gg^Fp, 1 Ke`.
fn is_wesnoth(all: &[&str]) -> bool {
    let is_code = |code: &str| {
        let ground = code.split('^').next().unwrap_or(code);
        let mut letters = ground.chars();
        let first = letters.next().is_some_and(|letter| letter.is_ascii_uppercase() || letter == '_');
        first && ground.len() <= 4 && letters.all(|letter| letter.is_ascii_lowercase())
    };
    let is_field = |field: &str| {
        let mut words = field.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some(code), None, _) | (Some(_), Some(code), None) => is_code(code),
            _ => false,
        }
    };
    let rows: Vec<&&str> = all.iter().filter(|line| line.contains(',')).take(3).collect();
    let fields = || rows.iter().flat_map(|row| row.split(',')).map(str::trim);
    // Names of tiles may begin with a capital, too, but are longer.
    let short = fields().filter(|code| (2..=3).contains(&code.len())).count();
    rows.len() >= 2 && fields().all(is_field) && short.saturating_mul(2) > fields().count()
}

/// Returns whether a text is a level of `NetHack`, in either of its two languages.
pub(crate) fn is_nethack(bytes: &[u8]) -> bool {
    let head = head(bytes);
    let start = String::from_utf8_lossy(head.get(..4096).unwrap_or(head));
    let older = ["MAZE:", "LEVEL:", "GEOMETRY:", "NON_DIGGABLE:"];
    let newer = ["des.map(", "des.level_init(", "des.level_flags(", "des.room("];
    let begins = |marks: &[&str]| lines(&start).any(|line| marks.iter().any(|mark| line.starts_with(mark)));
    begins(&newer) || begins(&older) && (begins(&["MAP"]) || begins(&["ROOM"]))
}

/// Returns whether the lines are names with values, and entries of lists.
fn is_settings(all: &[&str]) -> bool {
    let is_setting = |line: &str| {
        let line = line.trim_start().trim_start_matches("- ");
        let name = line.split_once(':').filter(|(_, value)| value.is_empty() || value.starts_with(' '));
        let is_name = |name: &str| {
            name.len() > 1 && name.chars().all(|letter| letter.is_alphanumeric() || "_-/.".contains(letter))
        };
        name.is_some_and(|(name, _)| is_name(name))
    };
    let mut rest = all.iter().filter(|line| **line != "---" && !line.trim_start().starts_with('#')).peekable();
    rest.peek().is_some_and(|first| !first.starts_with(char::is_whitespace)) && {
        let (all, settings) = rest.fold((0_usize, 0_usize), |(all, settings), line| {
            (all.saturating_add(1), settings.saturating_add(is_setting(line).into()))
        });
        all > 1 && settings.saturating_mul(4) >= all.saturating_mul(3)
    }
}
