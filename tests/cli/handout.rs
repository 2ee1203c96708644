//! Handouts on paper: every text fits its place, cells are large enough to write into, and large maps have several pages.

use crate::program::{gridscope, text};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use skrifa::MetadataProvider as _;
use skrifa::instance::Size;
use std::collections::BTreeSet;
use std::path::Path;

/// A rectangle x, y, width, height, in millimetres.
type Place = [f32; 4];

/// A page, as an independent parser reads it.
#[derive(Default)]
struct Page {
    /// The rectangles, without those inside pictures and without the page itself.
    rects: Vec<Place>,
    /// The texts, each with the room that it takes in the window's fonts.
    texts: Vec<(Place, String)>,
}

fn number(element: &BytesStart<'_>, name: &str) -> f32 {
    attribute(element, name).and_then(|value| value.parse().ok()).unwrap_or(0.0)
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).unwrap()?;
    Some(text(&attribute.value).to_owned())
}

/// Returns the width of a text of size 1.
fn width(words: &str, family: &str, weight: f32) -> f32 {
    let fonts = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/app/fonts");
    let faces = ["JetBrainsMono-Regular.ttf", "Inter.ttf"].map(|name| std::fs::read(fonts.join(name)).unwrap());
    let mut faces: Vec<_> = faces.iter().map(|bytes| skrifa::FontRef::new(bytes).unwrap()).collect();
    if family.starts_with("Inter") {
        faces.reverse();
    }
    let advance = |letter: char| {
        let face = faces.iter().find(|face| face.charmap().map(letter).is_some())?;
        let location = face.axes().location([("wght", weight)]);
        face.glyph_metrics(Size::new(1.0), &location).advance_width(face.charmap().map(letter)?)
    };
    words.chars().map(|letter| advance(letter).unwrap_or(0.6)).sum()
}

fn page(svg: &str) -> Page {
    let mut reader = Reader::from_str(svg);
    let mut page = Page::default();
    let mut inside = 0;
    let mut open = None;
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Start(element) if element.name().as_ref() == b"g" => inside += 1,
            Event::End(element) if element.name().as_ref() == b"g" => inside -= 1,
            Event::Empty(element) if element.name().as_ref() == b"rect" && inside == 0 => {
                let place = ["x", "y", "width", "height"].map(|name| number(&element, name));
                page.rects.extend((place[2] < 209.0).then_some(place));
            }
            Event::Start(element) if element.name().as_ref() == b"text" => open = Some(element.into_owned()),
            Event::Text(words) => {
                let Some(element) = open.take() else { continue };
                let words = text(&words).to_owned();
                let (x, y, size) = (number(&element, "x"), number(&element, "y"), number(&element, "font-size"));
                let family = attribute(&element, "font-family").unwrap();
                let wide = width(&words, &family, number(&element, "font-weight")) * size;
                let left = match attribute(&element, "text-anchor").as_deref() {
                    Some("middle") => x - wide / 2.0,
                    Some("end") => x - wide,
                    _ => x,
                };
                page.texts.push(([left, y - size * 0.72, wide, size * 0.72], words));
            }
            Event::Eof => return page,
            _ => {}
        }
    }
}

/// Returns the pages of a handout.
fn pages(scene: &str, more: &[&str]) -> Vec<Page> {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("a.svg");
    let out = gridscope(&[&["render", scene, "--handout", "-o", to.to_str().unwrap()], more].concat());
    assert_eq!(out.status.code(), Some(0), "{scene}: {}", text(&out.stderr));
    let read = |path: &Path| page(&std::fs::read_to_string(path).unwrap());
    if to.exists() {
        return vec![read(&to)];
    }
    let names = (1..).map(|n| folder.path().join(format!("a-{n}.svg")));
    names.take_while(|name| name.exists()).map(|name| read(&name)).collect()
}

/// Checks a page: texts within the margins, within their rectangles and not over each other; cells large enough and not
/// too many.
fn check(page: &Page, about: &str) {
    for (i, (place, words)) in page.texts.iter().enumerate() {
        let [x, y, w, h] = *place;
        assert!(
            x > 19.9 && x + w < 190.1 && y > 15.0 && y + h < 292.0,
            "{about}: {words:?} leaves the page: {place:?}"
        );
        for &[left, top, wide, high] in &page.rects {
            // A rectangle holds the text if it holds the middle of it.
            let (middle, centre) = (x + w / 2.0, y + h / 2.0);
            let holds = left < middle && middle < left + wide && top < centre && centre < top + high;
            let fits = x > left - 0.1 && x + w < left + wide + 0.1 && y > top - 0.1 && y + h < top + high + 0.1;
            assert!(
                !holds || fits,
                "{about}: {words:?} is wider than its place: {place:?} in {left}+{wide}, {top}+{high}"
            );
        }
        for (other, others) in &page.texts[..i] {
            let beside = x + 0.01 > other[0] + other[2] || other[0] + 0.01 > x + w;
            let below = y + 0.01 > other[1] + other[3] || other[1] + 0.01 > y + h;
            assert!(beside || below, "{about}: {words:?} lies over {others:?}: {place:?}, {other:?}");
        }
    }
    let cells: Vec<&Place> =
        page.rects.iter().filter(|[_, _, w, h]| (w - h).abs() < 0.02 && *w > 6.0 && *w < 60.0).collect();
    // A frame marks the path inside its cells.
    let side = cells.iter().map(|cell| cell[2]).fold(0.0, f32::max);
    let places = |axis: usize| {
        let all = cells.iter().filter(|cell| cell[2] > side - 0.1);
        all.map(|cell| (cell[axis] * 10.0).round() as i32).collect::<BTreeSet<_>>().len()
    };
    if !cells.is_empty() {
        assert!((11.0..=16.0).contains(&side), "{about}: a cell is {side} mm");
        assert!(places(0) <= 12 && places(1) <= 12, "{about}: {} × {} cells", places(0), places(1));
    }
}

#[test]
fn every_text_fits_its_place_in_every_search() {
    let mut count = 0;
    for scene in [
        "hello",
        "steps-are-not-cost",
        "secret-door",
        "corners",
        "a-long-detour",
        "rings-round-the-swamp",
        "into-the-pocket",
        "deeper-and-deeper",
        "over-open-ground",
        "at-any-angle",
        "not-the-first-meeting",
        "two-balls",
        "a-wall-on-the-way",
        "the-long-way-round",
        "back-and-forth",
        "one-jump-instead-of-two",
        "i-see-you",
    ] {
        for more in [&[][..], &["--answers"]] {
            for (i, page) in pages(scene, more).iter().enumerate() {
                check(page, &format!("{scene} {more:?}, page {}", i + 1));
                count += page.texts.len();
            }
        }
    }
    for (i, page) in
        pages("hello", &["--answers", "--set", "costs=octile", "--set", "door-cost=[1,2,3,40]"]).iter().enumerate()
    {
        check(page, &format!("hello with √2, page {}", i + 1));
    }
    assert!(count > 10_000, "{count} texts");
}

#[test]
fn small_handout_has_one_filled_row() {
    // The questions of the slides are on a second page.
    let sheets = pages("steps-are-not-cost", &["--run", "B"]);
    let [sheet, _] = sheets.as_slice() else { panic!("{} pages", sheets.len()) };
    let words: Vec<&str> = sheets.iter().flat_map(|page| &page.texts).map(|(_, words)| words.as_str()).collect();
    let at = words.iter().position(|&word| word == "(1,3)").expect("the start is expanded first");
    let row: Vec<&str> = sheet
        .texts
        .iter()
        .filter(|(place, _)| (place[1] - sheet.texts[at].0[1]).abs() < 0.1)
        .map(|(_, w)| w.as_str())
        .collect();
    for word in ["1", "(1,3)", "0", "16", "–"] {
        assert!(row.contains(&word), "{word}: {row:?}");
    }
    assert!(!words.contains(&"(2,3)"), "the second row is left to the student");
    for word in ["26", "no step leads onto it", "swamp", "run B, A* · made with gridscope", "Cells expanded"] {
        assert!(words.contains(&word), "{word}: {words:?}");
    }
    let answers = pages("steps-are-not-cost", &["--run", "B", "--answers"]);
    assert!(answers[0].texts.iter().any(|(_, word)| word == "(2,3)"), "the answers have it");
}

#[test]
fn pages_of_a_large_map_can_be_joined() {
    let all = pages("cave-96x64", &[]);
    let mut seen = BTreeSet::new();
    for (i, page) in all.iter().enumerate() {
        let foot = page.texts.iter().find(|(_, words)| words.starts_with(&format!("page {} of {}", i + 1, all.len())));
        let (_, foot) = foot.unwrap_or_else(|| panic!("page {}", i + 1));
        let numbers: Vec<u16> = foot.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        if let [_, _, left, right, top, bottom, ..] = numbers[..] {
            assert!(right - left < 12 && bottom - top < 12, "{foot}");
            seen.extend((left..=right).flat_map(|x| (top..=bottom).map(move |y| (x, y))));
            for ruler in [left, right, top, bottom] {
                assert!(page.texts.iter().any(|(_, words)| *words == ruler.to_string()), "{foot}: {ruler}");
            }
        }
        check(page, foot);
    }
    assert_eq!(seen.len(), 96 * 64, "every cell is on a page");
}

/// Returns the labels of the pictures on a page: of pins, numbers and names.
fn labels(svg: &str) -> Vec<&str> {
    svg.split("aria-label=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Returns the pages of a handout as text.
fn sheets(scene: &str, more: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("a.html");
    let out = gridscope(&[&["render", scene, "--handout", "-o", to.to_str().unwrap()], more].concat());
    assert_eq!(out.status.code(), Some(0), "{scene}: {}", text(&out.stderr));
    let all = std::fs::read_to_string(&to).unwrap();
    all.split("<svg ").skip(1).map(str::to_owned).collect()
}

#[test]
fn slides_have_pins_in_map_and_text() {
    let all = sheets("hello", &["--answers"]).concat();
    let late = &all[all.find(">3  A late tie<").expect("the slide")..all.find(">4  Found<").expect("the next slide")];
    assert!(late.contains(">Two paths part at<") && late.contains(">and meet again at<"), "pins stand for the cells");
    assert!(!late.contains("(13,10)"), "a cell with a pin has no coordinates");
    let pages = sheets("i-see-you", &[]);
    // Each of the three pins of the second slide is on both maps and in the text.
    let page = pages.iter().find(|page| page.contains("Eight sectors")).expect("the slide");
    let pins = labels(page).into_iter().filter(|label| *label == "3").count();
    assert!(pins >= 3, "{pins} pins");
}

#[test]
fn slides_draw_and_list_only_their_signs() {
    let pages = sheets("i-see-you", &[]);
    let page = pages.iter().find(|page| page.contains("Eight sectors")).expect("the slide");
    let labels = labels(page);
    for name in ["the sectors", "the sector that is scanned", "seen", "straight from one to the other"] {
        assert!(labels.contains(&name), "{name}: {labels:?}");
    }
    assert_eq!(labels.iter().filter(|label| **label == "seen").count(), 1, "only the first slide shows the view");
}

#[test]
fn sheet_to_solve_shows_no_slide_of_the_solution() {
    let words = sheets("hello", &[]).concat();
    assert!(words.contains("Which way?") && !words.contains("A late tie"));
    assert!(words.contains("Draw the way you think the guard takes"), "its question is on the sheet");
}
