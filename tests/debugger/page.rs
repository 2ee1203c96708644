//! A page that plays: what it holds is unpacked and compared with the run, event by event, in both directions.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gridscope::debugger::Session;
use gridscope::debugger::export::page::{ARROW, LAYERS, PALE, ROLE, TIED, TILE, page};
use gridscope::debugger::export::{Export, ExportKind, Format};
use gridscope::debugger::lab::ending::sentence_now;
use gridscope::trace::view::board::{Board, Mark, Role, heat};
use gridscope::trace::{Progress, Replay, Scene};
use serde_json::Value;
use std::fmt::Write as _;
use std::io::Read as _;
use support::cases;

/// Lessons of different algorithms: searches, sight, flow maps, guards, fights, simulations, generators.
const LESSONS: [&str; 16] = [
    "hello",
    "corners",
    "two-heads",
    "at-any-angle",
    "over-open-ground",
    "i-see-you",
    "rings-on-water",
    "curious-guards",
    "fewest-jumps",
    "explosion",
    "explore-cave",
    "a-ship",
    "into-the-pocket",
    "last-known-place",
    "a-whole-dungeon",
    "counter-example",
];

/// A page's content, unpacked as its player does.
struct Unpacked {
    head: Value,
    area: usize,
    columns: usize,
    cells: Vec<i64>,
    says: Vec<i64>,
    places: Vec<Vec<Vec<i64>>>,
    slots: Vec<usize>,
    values: Vec<i64>,
    before: Vec<usize>,
    ends: Vec<usize>,
    /// The change that each slot holds now.
    now: Vec<usize>,
    cursor: usize,
}

struct Bytes(Vec<u8>, usize);

impl Bytes {
    fn number(&mut self) -> u64 {
        let (mut n, mut shift) = (0, 0);
        loop {
            let byte = self.0[self.1];
            self.1 += 1;
            n |= u64::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 {
                return n;
            }
        }
    }

    fn column(&mut self) -> Vec<i64> {
        let (head, mut last) = (self.number(), 0);
        let next = |_| {
            let n = self.number();
            let value = if n % 2 == 1 { -(n.div_ceil(2) as i64) } else { (n / 2) as i64 };
            last = if head & 1 == 1 { last + value } else { value };
            last
        };
        (0..head >> 1).map(next).collect()
    }
}

/// Returns the packed bytes in the element with an id.
fn element(html: &str, id: &str) -> Vec<u8> {
    let from = html.split_once(&format!("id=\"{id}\">")).expect("the element").1;
    let packed = STANDARD.decode(from.split_once('<').expect("its end").0).expect("base64");
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut bytes).expect("gzip");
    bytes
}

impl Unpacked {
    fn new(html: &str) -> Self {
        let mut bytes = Bytes(element(html, "data"), 0);
        let length = bytes.number() as usize;
        let head: Value = serde_json::from_slice(&bytes.0[bytes.1..bytes.1 + length]).unwrap();
        bytes.1 += length;
        let number = |value: &Value| value.as_u64().unwrap() as usize;
        let area = number(&head["size"][0]) * number(&head["size"][1]);
        let columns = LAYERS + head["layers"].as_array().unwrap().len();
        let [_kinds, cells, _froms, masks, says, other_events, other_slots, base] = [(); 8].map(|()| bytes.column());
        let all: Vec<Vec<i64>> = (0..columns + 2).map(|_| bytes.column()).collect();
        let _ties = [(); 3].map(|()| bytes.column());
        let places = head["places"].as_array().unwrap().iter();
        let places = places.map(|n| (0..number(n)).map(|_| bytes.column()).collect()).collect();
        assert_eq!(bytes.1, bytes.0.len(), "nothing is left over");
        let (mut slots, mut values): (Vec<usize>, Vec<i64>) = ((0..base.len()).collect(), base.clone());
        let mut now = slots.clone();
        let mut before = vec![0; base.len()];
        let mut ends = vec![base.len()];
        let (mut next, mut other) = (vec![0; columns + 2], 0);
        for event in 0..cells.len() {
            let own = (0..columns.min(30)).filter(|k| masks[event] >> k & 1 == 1);
            let mut writes: Vec<(usize, usize)> = own.map(|k| (k * area + cells[event] as usize - 1, k)).collect();
            while other_events.get(other) == Some(&(event as i64)) {
                let slot = other_slots[other] as usize;
                let column =
                    if slot / area < columns { slot / area } else { columns + usize::from(slot == base.len() - 1) };
                writes.push((slot, column));
                other += 1;
            }
            for (slot, column) in writes {
                before.push(now[slot]);
                now[slot] = slots.len();
                slots.push(slot);
                values.push(all[column][next[column]]);
                next[column] += 1;
            }
            ends.push(slots.len());
        }
        let cursor = cells.len();
        Self { head, area, columns, cells, says, places, slots, values, before, ends, now, cursor }
    }

    fn forward(&mut self) {
        for change in self.ends[self.cursor]..self.ends[self.cursor + 1] {
            self.now[self.slots[change]] = change;
        }
        self.cursor += 1;
    }

    fn back(&mut self) {
        for change in (self.ends[self.cursor - 1]..self.ends[self.cursor]).rev() {
            self.now[self.slots[change]] = self.before[change];
        }
        self.cursor -= 1;
    }

    fn at(&self, column: usize, cell: usize) -> i64 {
        self.values[self.now[column * self.area + cell]]
    }

    fn value(&self, layer: usize, cell: usize) -> &Value {
        &self.head["layers"][layer][2][self.at(LAYERS + layer, cell) as usize]
    }

    fn text(&self, layer: usize, cell: usize) -> String {
        let value = self.value(layer, cell);
        let value = value.get(0).unwrap_or(value);
        value.as_str().map_or_else(|| value.to_string(), str::to_owned)
    }

    /// Returns the role and the heat of a cell.
    fn mark(&self, cell: usize) -> Mark {
        let layer = self.head["layer"].as_u64().map(|layer| self.value(layer as usize, cell));
        let number = layer
            .filter(|_| self.at(PALE, cell) == 0)
            .and_then(|value| value.as_f64().or_else(|| value.get(1)?.as_f64()));
        let range = (self.head["range"][0].as_f64().unwrap(), self.head["range"][1].as_f64().unwrap());
        Mark { role: Role::ALL[self.at(ROLE, cell) as usize], heat: number.map_or(0, |number| heat(number, range)) }
    }

    fn sentence(&self) -> String {
        let Some(event) = self.cursor.checked_sub(1) else { return self.head["first"].as_str().unwrap().to_owned() };
        if let Some(ended) = self.head["ended"].as_str().filter(|_| self.cursor == self.cells.len()) {
            return ended.to_owned();
        }
        let (template, own) = (self.says[event] as usize, (self.cells[event] - 1).max(0));
        let rank = self.says[..event].iter().filter(|says| **says == template as i64).count();
        let mut place = self.places[template].iter().map(|column| column[rank]);
        let width = self.head["size"][0].as_i64().unwrap();
        let (mut out, mut letters) = (String::new(), self.head["templates"][template].as_str().unwrap().chars());
        while let Some(letter) = letters.next() {
            match letter {
                '\u{1}' => {
                    let cell = own + place.next().unwrap();
                    let _ = write!(out, "({},{})", cell % width, cell / width);
                }
                '\u{2}' => match place.next().unwrap() {
                    n if n % 2 == 0 => out += &(n / 2).to_string(),
                    n => out += self.head["texts"][(n / 2) as usize].as_str().unwrap(),
                },
                '\u{3}' => out += &self.text(letters.next().unwrap() as usize - 48, own as usize),
                letter => out.push(letter),
            }
        }
        out
    }

    /// Compares it with a run at the same moment. Values are those of layers, which may be many.
    fn compare(&self, name: &str, session: &Session, replay: &Replay, with_values: bool) {
        let at = replay.cursor();
        assert_eq!(self.sentence(), sentence_now(session.scene(), replay), "{name} at {at}");
        let mut board = Board::default();
        let layer = session.layer_of(replay);
        replay.board(Some(layer), &mut board);
        let moved = replay.tiles();
        for (index, mark) in board.marks.iter().enumerate() {
            let cell = replay.size().cell(index);
            assert_eq!(self.mark(index), *mark, "{name} at {at}, {cell}");
            let tile =
                moved.iter().rev().find(|(c, _)| *c == cell).map_or(session.scene().tiles[cell], |(_, tile)| *tile);
            assert_eq!(self.at(TILE, index), tile as i64, "{name} at {at}, {cell}");
            if with_values {
                assert_eq!(self.at(ARROW, index) > 0, replay.arrow(cell).is_some(), "{name} at {at}, {cell}");
                assert_eq!(self.at(TIED, index) > 0, replay.equals(cell).is_some(), "{name} at {at}, {cell}");
                for layer in 0..self.columns - LAYERS {
                    let value = replay.value(layer, cell).map_or_else(|| "null".to_owned(), |value| value.to_string());
                    assert_eq!(self.text(layer, index), value, "{name} at {at}, {cell}, layer {layer}");
                }
            }
        }
    }
}

fn lesson(name: &str) -> Scene {
    gridscope::presets::find(name).expect("a lesson").scene().expect("a scene")
}

fn session(scene: Scene) -> Session {
    let mut session = gridscope::session(scene);
    session.settle();
    session
}

fn export(session: &Session) -> Export {
    Export::new(ExportKind::Page, Format::Html, session)
}

fn written(session: &Session, export: &Export) -> String {
    String::from_utf8(page(export, session, &Progress::default()).unwrap().unwrap()).unwrap()
}

#[test]
fn page_sentences_match_the_run_both_ways() {
    for name in LESSONS {
        let scene = lesson(name);
        let session = session(scene);
        let mut replay = session.replay().unwrap().fork();
        let to = replay.len().min(1500);
        let html = written(&session, &Export { to, ..export(&session) });
        let mut unpacked = Unpacked::new(&html);
        let stride = 1 + replay.size().area() * to / cases(400_000);
        replay.seek(to);
        unpacked.compare(name, &session, &replay, true);
        for at in (0..to).rev() {
            replay.seek(at);
            unpacked.back();
            if at % stride == 0 {
                unpacked.compare(name, &session, &replay, at % 7 == 0);
            }
        }
        for at in 1..=to {
            replay.seek(at);
            unpacked.forward();
            if at % stride == 0 {
                unpacked.compare(name, &session, &replay, at % 5 == 0);
            }
        }
    }
}

#[test]
fn partial_page_starts_with_its_first_view() {
    let session = session(lesson("hello"));
    let html = written(&session, &Export { from: 300, to: 420, ..export(&session) });
    let mut unpacked = Unpacked::new(&html);
    let mut replay = session.replay().unwrap().fork();
    while unpacked.cursor > 0 {
        unpacked.back();
    }
    replay.seek(300);
    unpacked.compare("hello", &session, &replay, true);
    assert_eq!(unpacked.head["ended"], Value::Null);
}

#[test]
fn page_is_reproducible_and_can_be_cancelled() {
    let session = session(lesson("corners"));
    assert_eq!(written(&session, &export(&session)), written(&session, &export(&session)));
    let stopped = Progress::default();
    stopped.stop();
    assert_eq!(page(&export(&session), &session, &stopped), Ok(None));
}

#[test]
fn texts_of_a_scene_are_never_markup() {
    let bad = "</script><script>alert(1)</script>{data}<img src=x onerror=alert(1)>";
    let mut scene = lesson("hello");
    scene.title = bad.to_owned();
    let session = session(scene);
    let html = written(&session, &export(&session));
    assert!(!html.contains("alert(1)<") && !html.contains("<img"), "{html}");
    assert_eq!(html.matches("<script").count(), 3, "the run, the player, the loader");
    assert!(html.contains("&lt;/script&gt;") && html.contains("{data}"));
    let player = String::from_utf8(element(&html, "player")).unwrap();
    for word in ["http", "url(", "import(", "@import", "eval(", "innerHTML"] {
        assert!(!html.replace("http-equiv", "").contains(word), "{word}");
        assert!(!player.contains(word), "{word} in the player");
    }
}

#[test]
fn invalid_page_range_or_link_is_refused() {
    let session = session(lesson("hello"));
    let refused = |export: Export| page(&export, &session, &Progress::default()).unwrap_err().to_string();
    assert!(refused(Export { to: 9999, ..export(&session) }).contains("there is no event 9999"));
    assert!(refused(Export { from: 9, to: 3, ..export(&session) }).contains("before it begins"));
    let mut linked = export(&session);
    linked.page.app = Some("javascript:alert(1)".to_owned());
    assert!(refused(linked).contains("not the address"));
    let empty = gridscope::session(lesson("hello"));
    assert!(page(&export(&empty), &empty, &Progress::default()).is_err());
}
