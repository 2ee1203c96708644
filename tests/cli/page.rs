//! Pages written by `render --html`: what the command accepts, writes and refuses. It needs no window.

use crate::program::{gridscope, ok, says, text};
use std::path::Path;
use std::process::Command;
use support::skip::skip;

/// Runs `render` into a file of a new folder. Returns the page and what was printed on standard error.
fn rendered(name: &str, args: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join(name);
    let out = gridscope(&[args, &["-o", to.to_str().unwrap()]].concat());
    assert_eq!(out.status.code(), Some(0), "{args:?}: {}", text(&out.stderr));
    (std::fs::read_to_string(to).unwrap(), text(&out.stderr).to_owned())
}

#[test]
fn html_ending_or_flag_writes_the_same_page() {
    let (by_ending, notes) = rendered("run.html", &["render", "corners"]);
    assert_eq!(notes, "");
    assert!(by_ending.starts_with("<!doctype html>"));
    let (by_flag, _) = rendered("run.html", &["render", "corners", "--html"]);
    assert_eq!(by_ending, by_flag, "the same bytes");
    assert!(by_ending.contains("prefers-color-scheme:dark"));
    let (dark, _) = rendered("run.html", &["render", "corners", "--theme", "dark"]);
    assert!(!dark.contains("prefers-color-scheme:dark") && dark.contains("color-scheme:dark"));
}

#[test]
fn page_policy_allows_only_its_own_code() {
    let (html, _) = rendered("run.html", &["render", "hello", "--html", "--app", "https://example.org/app"]);
    let policy = html.split("Content-Security-Policy\" content=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
    assert_eq!(policy.matches("'sha256-").count(), 3, "loader, player, style");
    // Attributes with styles or handlers would be refused by the policy.
    assert!(!html.contains(" style=") && !html.contains(" onclick="));
    assert!(!html.contains("example.org"), "the address is packed");
}

#[test]
fn page_of_a_part_is_smaller() {
    let whole = rendered("run.html", &["render", "hello", "--html"]).0.len();
    let part = rendered("run.html", &["render", "hello", "--html", "--from", "100", "--to", "200"]).0.len();
    assert!(part < whole, "{part} of {whole}");
}

#[test]
fn page_of_a_part_opens_at_its_moment() {
    let part =
        |at: &[&str]| rendered("run.html", &[&["render", "hello", "--from", "100", "--to", "200"], at].concat()).0;
    assert_ne!(part(&["--at", "150"]), part(&["--at", "160"]));
    assert_eq!(part(&["--at", "100"]), part(&[]), "the scene's own moment is before the range");
}

#[test]
fn invalid_page_ranges_and_links_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("run.html");
    let to = to.to_str().unwrap();
    let refused = |args: &[&str], words: &[&str]| {
        says(&[&["render", "hello", "-o", to], args].concat(), "", words);
        assert!(!Path::new(to).exists());
    };
    refused(&["--from", "300", "--to", "200"], &["300", "200"]);
    refused(&["--at", "99", "--from", "100", "--to", "200"], &["--at 99", "100 to 200"]);
    says(&["render", "hello", "-o", "run.gif", "--at", "9", "--to", "20"], "", &["--at", "--html"]);
    refused(&["--html", "--to", "9999"], &["there is no event 9999", "824 events"]);
    refused(&["--app", "javascript:alert(1)"], &["--app", "http://"]);
    refused(&["--app", "http://localhost/#there"], &["--app", "#"]);
    refused(&["--theme", "sepia"], &["--theme", "sepia"]);
    says(&["render", "hello", "--html", "-o", "/nowhere/run.html"], "", &["/nowhere/run.html"]);
    says(&["render", "hello", "--html", "-o", "run.png"], "", &["run.png", ".html"]);
    says(&["render", "hello", "--app", "http://localhost", "-o", "run.png"], "", &["--app", "--html"]);
}

#[test]
fn page_of_a_foreign_log_plays() {
    let log = r#"{"format":"gridscope-trace","version":2,"map":[".....",".....","....."],"title":"Mine"}
{"event":"open","at":[1,1],"g":0}
{"event":"expand","at":[1,1],"g":0}
{"event":"open","at":[2,1],"from":[1,1],"g":1}
"#;
    let folder = tempfile::tempdir().unwrap();
    let (file, to) = (folder.path().join("mine.trace.jsonl"), folder.path().join("run.html"));
    std::fs::write(&file, log).unwrap();
    let (file, to) = (file.to_str().unwrap(), to.to_str().unwrap());
    let out = gridscope(&["render", file, "--html", "-o", to]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert!(std::fs::read_to_string(to).unwrap().contains("<h1>"));
    // Without the link, the page is as it was.
    let without = std::fs::read(to).unwrap();
    ok(&["render", file, "--html", "-o", to, "--app", "http://localhost"]);
    assert_ne!(std::fs::read(to).unwrap(), without);
    // A log that fits into no link refuses it.
    let noise = |i: u32| i.wrapping_mul(2_654_435_761);
    let line = |i: u32| format!("{{\"event\":\"note\",\"at\":[{},1],\"text\":\"{:x}\"}}\n", i % 5, noise(i));
    std::fs::write(file, (0..12_000).map(line).collect::<String>()).unwrap();
    says(&["render", file, "--html", "-o", to, "--app", "http://localhost"], "", &["too long for a link", "--app"]);
}

#[test]
fn modules_of_the_player_pass_their_tests() {
    let node =
        |args: &[&str]| Command::new("node").args(args).env("GRIDSCOPE", env!("CARGO_BIN_EXE_gridscope")).output();
    if node(&["--version"]).is_err() {
        return skip("node", "the modules of the player are not tested");
    }
    let out = node(&["--test", concat!(env!("CARGO_MANIFEST_DIR"), "/web/tests/modules.mjs")]).unwrap();
    assert!(out.status.success(), "{}", text(&out.stdout));
}

/// Compares what a page draws with the picture of the same moment.
#[cfg(feature = "gui")]
mod drawn {
    use super::rendered;
    use crate::program::{gridscope, text};
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use gridscope::debugger::look::is_solid;
    use gridscope::formats::scene_json::SceneJson;
    use gridscope::formats::{Format as _, Options};
    use gridscope::trace::{Actor, ActorKind, Cell, Grid, Scene, Size, Tile};
    use serde_json::Value;
    use std::io::Read as _;

    /// Points along the side of a cell at which its colour is compared.
    const POINTS: usize = 40;
    /// Blocks of 3 × 3 cells in a row of the map.
    const BLOCKS: usize = 7;

    /// Distance of a disc from the side of its cell, as a share of the cell.
    const RIM: f32 = 0.12;
    /// Width of an edge, as a share of a cell.
    const EDGE: f32 = 0.03;

    type Colour = [i32; 3];
    /// The colours of a cell, row by row.
    type Square = Vec<Colour>;

    fn colour(hex: &str) -> Colour {
        [1, 3, 5].map(|at| i32::from_str_radix(&hex[at..at + 2], 16).expect("a colour"))
    }

    fn hex([red, green, blue]: Colour) -> String {
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Clears all of a token but the middle of its disc, where the icon is.
    fn icon_of(mut square: Square, disc: Colour) -> Square {
        for (k, colour) in square.iter_mut().enumerate() {
            let at = [k % POINTS, k / POINTS].map(|k| (k as f32 + 0.5) / POINTS as f32);
            if distance(at, [0.5; 2], [0.5; 2]) > 0.34 {
                *colour = disc;
            }
        }
        square
    }

    fn differs(a: Colour, b: Colour) -> bool {
        a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<i32>() > 30
    }

    /// Returns the colour of text on a ground.
    fn legible_on(ground: Colour, is_dark: bool) -> Colour {
        let bright = |colour: Colour| {
            let part = |value: i32| {
                let value = f64::from(value) / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2]) + 0.05
        };
        let (light, dark) = ([255; 3], if is_dark { [5, 8, 13] } else { [16, 20, 27] });
        let of_light = bright(light) / bright(ground);
        if of_light >= 4.4 && is_dark || of_light > bright(ground) / bright(dark) { light } else { dark }
    }

    /// A page, as its player reads it.
    struct Page {
        html: String,
        head: Value,
    }

    impl Page {
        fn new(html: String) -> Self {
            let packed = html.split_once("id=\"data\">").expect("the data").1.split_once('<').expect("its end").0;
            let packed = STANDARD.decode(packed).expect("base64");
            let mut bytes = Vec::new();
            flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut bytes).expect("gzip");
            let (mut length, mut at) = (0, 0);
            while at == 0 || bytes[at - 1] > 127 {
                length |= usize::from(bytes[at] & 127) << (7 * at);
                at += 1;
            }
            Self { html, head: serde_json::from_slice(&bytes[at..at + length]).expect("a header") }
        }

        fn colour(&self, name: &str) -> Colour {
            let of_theme = self.html.split_once(&format!("--{name}:")).map_or(name, |(_, rest)| &rest[..7]);
            colour(of_theme)
        }

        /// Draws the shapes of a picture over a ground, as the player does.
        fn draw(&self, square: &mut Square, shapes: &str, turned: bool, named: &dyn Fn(&str) -> String) {
            for shape in shapes.split(';').filter(|shape| !shape.is_empty()) {
                let mut words = shape.split_whitespace();
                let kind = words.next().expect("a kind");
                let mut colour = || self.colour(&named(words.next().expect("a colour")));
                let (own, edge) = (colour(), if kind == "e" { Some(colour()) } else { None });
                let mut numbers: Vec<f32> = words.map(|word| word.parse().expect("a number")).collect();
                let rest = numbers.split_off(match kind {
                    "d" => 1,
                    "l" => 2,
                    _ => 0,
                });
                let points: Vec<[f32; 2]> = rest
                    .chunks_exact(2)
                    .map(|point| if turned { [point[1], point[0]] } else { [point[0], point[1]] })
                    .collect();
                let is_edge =
                    |at: [f32; 2]| (0..2).any(|k| points.iter().any(|corner| (corner[k] - at[k]).abs() < EDGE));
                let covers = |at: [f32; 2]| match kind {
                    "r" | "e" => (0..2).all(|k| {
                        let (a, b) = (points[0][k], points[1][k]);
                        (a.min(b)..=a.max(b)).contains(&at[k])
                    }),
                    "d" => distance(at, points[0], points[0]) <= numbers[0],
                    "p" => is_inside(at, &points),
                    _ => points.windows(2).any(|line| distance(at, line[0], line[1]) <= numbers[0] / 2.0),
                };
                for (k, drawn) in square.iter_mut().enumerate() {
                    let at = [k % POINTS, k / POINTS].map(|k| (k as f32 + 0.5) / POINTS as f32);
                    if covers(at) {
                        *drawn = edge.filter(|_| is_edge(at)).unwrap_or(own);
                    }
                }
            }
        }
    }

    /// Returns the distance of a point from a line.
    fn distance(p: [f32; 2], a: [f32; 2], b: [f32; 2]) -> f32 {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy).max(1e-9);
        let along = along.clamp(0.0, 1.0);
        (p[0] - a[0] - along * dx).hypot(p[1] - a[1] - along * dy)
    }

    fn is_inside([x, y]: [f32; 2], points: &[[f32; 2]]) -> bool {
        let sides = points.iter().zip(points.iter().cycle().skip(1));
        let crosses = |(a, b): &(&[f32; 2], &[f32; 2])| {
            (a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]
        };
        sides.filter(crosses).count() % 2 == 1
    }

    /// Returns a map with each tile in the middle of a block, and each kind of actor in one of its own.
    fn scene() -> Scene {
        let blocks = Tile::ALL.len() + ActorKind::ALL.len();
        let size = Size::new(3 * BLOCKS as u16, 3 * blocks.div_ceil(BLOCKS) as u16);
        let mut scene = Scene::new(Grid::new(size, Tile::Floor));
        for (block, &tile) in Tile::ALL.iter().enumerate() {
            let middle = middle(block);
            for cell in size.cells().filter(|&cell| cell.x.abs_diff(middle.x) < 2 && cell.y.abs_diff(middle.y) < 2) {
                scene.tiles[cell] = if is_solid(tile) { Tile::Wall } else { Tile::Floor };
            }
            scene.tiles[middle] = tile;
        }
        let blocks = (Tile::ALL.len()..).map(middle);
        scene.actors = ActorKind::ALL.iter().zip(blocks).map(|(&kind, at)| Actor::new(kind, at)).collect();
        scene.run.algorithm = "shadowcast".into();
        scene
    }

    /// Returns the cell in the middle of a block.
    fn middle(block: usize) -> Cell {
        Cell::new((block % BLOCKS * 3 + 1) as u16, (block / BLOCKS * 3 + 1) as u16)
    }

    /// The pixels of a picture, and the place of its map.
    struct Picture {
        pixels: Vec<u8>,
        channels: usize,
        width: usize,
        corner: [usize; 2],
        cell: f32,
    }

    impl Picture {
        /// Finds the map of `columns` cells in a picture. Around it is only the colour of the canvas.
        fn new(bytes: &[u8], canvas: Colour, columns: usize) -> Self {
            let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a picture");
            let mut pixels = vec![0; reader.output_buffer_size().expect("its size")];
            let info = reader.next_frame(&mut pixels).expect("pixels");
            let (channels, width) = (info.color_type.samples(), info.width as usize);
            let mut picture = Self { pixels, channels, width, corner: [0; 2], cell: 0.0 };
            // The last pixel may be only partly covered, and is black.
            let inked = |&(x, y): &(usize, usize)| ![canvas, [0; 3]].contains(&picture.at(x, y));
            let all = |n: u32| 0..n as usize;
            let middle = (info.width as usize / 2, info.height as usize / 2);
            let left = all(info.width).find(|&x| inked(&(x, middle.1))).expect("a map");
            let right = all(info.width).rfind(|&x| inked(&(x, middle.1))).expect("a map");
            let top = all(info.height).find(|&y| inked(&(middle.0, y))).expect("a map");
            picture.corner = [left, top];
            picture.cell = (right + 1 - left) as f32 / columns as f32;
            picture
        }

        fn at(&self, x: usize, y: usize) -> Colour {
            let first = (y * self.width + x) * self.channels;
            [0, 1, 2].map(|k| i32::from(self.pixels[first + k]))
        }

        /// Returns the colours of a cell without a rim, as a share of its side.
        fn square(&self, cell: Cell, rim: f32) -> Square {
            let at = |corner: usize, cell: u16, k: usize| {
                let share = rim + (1.0 - 2.0 * rim) * (k as f32 + 0.5) / POINTS as f32;
                corner + (self.cell * (f32::from(cell) + share)) as usize
            };
            let points = (0..POINTS * POINTS).map(|k| (k % POINTS, k / POINTS));
            points.map(|(x, y)| self.at(at(self.corner[0], cell.x, x), at(self.corner[1], cell.y, y))).collect()
        }
    }

    /// Returns the share of two drawings that lies on the other one, or within a point of it, and how far apart their
    /// colours are.
    fn compared(a: &Square, b: &Square, ground: Colour) -> (f32, i32) {
        // The rim of a cell has light from its neighbours.
        let inner = |k: usize| [k % POINTS, k / POINTS].iter().all(|k| (2..POINTS - 2).contains(k));
        let ink = |square: &Square| -> Vec<bool> {
            square.iter().enumerate().map(|(k, &colour)| inner(k) && differs(colour, ground)).collect()
        };
        let (ink_a, ink_b) = (ink(a), ink(b));
        let near = |ink: &[bool], k: usize| {
            [0, 1, POINTS, POINTS + 1, POINTS - 1]
                .iter()
                .any(|&d| ink.get(k + d) == Some(&true) || k.checked_sub(d).and_then(|k| ink.get(k)) == Some(&true))
        };
        let on = |own: &[bool], other: &[bool]| (0..own.len()).filter(|&k| own[k] && near(other, k)).count();
        let all = ink_a.iter().chain(&ink_b).filter(|ink| **ink).count();
        let share = if all == 0 { 1.0 } else { (on(&ink_a, &ink_b) + on(&ink_b, &ink_a)) as f32 / all as f32 };
        let both: Vec<usize> = (0..a.len()).filter(|&k| ink_a[k] && ink_b[k]).collect();
        let mean =
            |square: &Square, k: usize| both.iter().map(|&at| square[at][k]).sum::<i32>() / (both.len() as i32).max(1);
        // Of few points, most are blurred.
        let apart = (0..3).filter(|_| both.len() > 20).map(|k| (mean(a, k) - mean(b, k)).abs()).max().unwrap_or(0);
        (share, apart)
    }

    #[test]
    fn page_draws_tiles_and_actors_like_the_picture() {
        let scene = scene();
        let folder = tempfile::tempdir().unwrap();
        let (file, to) = (folder.path().join("a.scene.json"), folder.path().join("a.png"));
        std::fs::write(&file, SceneJson.write(&scene, &Options::default()).unwrap().bytes).unwrap();
        let (file, to) = (file.to_str().unwrap(), to.to_str().unwrap());
        let mut wrong = Vec::new();
        for theme in ["dark", "light"] {
            let all = ["render", file, "--theme", theme, "--at", "0"];
            let out = gridscope(&[&all[..], &["--rulers=no", "-o", to]].concat());
            assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
            let page = Page::new(rendered("a.html", &["render", file, "--theme", theme, "--html"]).0);
            let picture = Picture::new(&std::fs::read(to).unwrap(), page.colour("canvas"), scene.size().width.into());
            for (block, &tile) in Tile::ALL.iter().enumerate() {
                let own = &page.head["tiles"][(tile as u8).to_string()];
                let ground = colour(page.head["looks"][(tile as usize * 32).to_string()][0].as_str().unwrap());
                let mut drawn = vec![ground; POINTS * POINTS];
                let turned = own[1].as_u64().unwrap() & 4 == 4;
                page.draw(&mut drawn, own[2].as_str().unwrap(), turned, &|name| name.to_owned());
                let (share, apart) = compared(&picture.square(middle(block), 0.0), &drawn, ground);
                if share < 0.8 || apart > 30 {
                    wrong.push(format!("{theme}, {}: {share:.2} in common, {apart} apart", tile.english()));
                }
            }
            for (k, actor) in scene.actors.iter().enumerate() {
                let own = &page.head["actors"][k];
                let [ground, ink, shapes, word] = [1, 2, 3, 5].map(|k| own[k].as_str().unwrap());
                let square = picture.square(actor.at, 0.0);
                let disc = page.colour(ground);
                let is_disc = square.iter().filter(|&&colour| !differs(colour, disc)).count();
                let ink = if ink.is_empty() { legible_on(disc, theme == "dark") } else { page.colour(ink) };
                let has_sign = square.iter().any(|&colour| !differs(colour, ink));
                let draws = !shapes.is_empty() || !word.is_empty();
                if is_disc < POINTS * POINTS / 8 || !has_sign || !draws {
                    wrong.push(format!("{theme}, {}: {is_disc} points of its disc", actor.kind.name()));
                }
                if !word.is_empty() {
                    continue;
                }
                let mut drawn = vec![disc; POINTS * POINTS];
                let inks = |name: &str| match name {
                    "sign" => hex(ink),
                    "disc" => ground.to_owned(),
                    _ => name.to_owned(),
                };
                page.draw(&mut drawn, shapes, false, &inks);
                let (share, apart) =
                    compared(&icon_of(picture.square(actor.at, RIM), disc), &icon_of(drawn, disc), disc);
                if share < 0.7 {
                    wrong.push(format!("{theme}, {}: {share:.2} in common, {apart} apart", actor.kind.name()));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
