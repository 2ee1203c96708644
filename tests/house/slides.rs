//! The claims of every slide are true, and each number and each cell in its text has one. Most claims are in the lesson's
//! file. [`IN_CODE`] has those that no fact of a file can express.

use gridscope::debugger::SessionCommand;
use gridscope::debugger::lesson::claims::false_claims;
use gridscope::debugger::lesson::suggestion::offers;
use gridscope::presets::{PRESETS, find};
use gridscope::trace::trace::replay::Outline;
use gridscope::trace::{Cell, Replay};
use std::collections::BTreeSet;
use std::thread;

/// A claim that only code can check.
struct Claim {
    lesson: &'static str,
    /// Number of the slide, from 1, or 0 for the notes.
    slide: usize,
    /// Words of the text.
    words: &'static str,
    /// Number of the side-by-side run.
    run: usize,
    is_true: fn(&Replay) -> bool,
}

/// Returns the parent that every tie so far kept or took, along one axis: 0 for x, 1 for y.
fn parents_of_ties(run: &Replay, axis: usize) -> Vec<i64> {
    let ties = (0..run.cursor()).filter(|&i| run.kind(i) == "tied").map(|i| run.event_json(i));
    ties.map(|e| e["parent"][axis].as_i64().unwrap_or(-9) - e["cell"][axis].as_i64().unwrap_or(9)).collect()
}

/// Returns the events since the repair of the plan that settled or raised a cell.
fn repaired(run: &Replay) -> impl Iterator<Item = usize> {
    (656..run.cursor()).filter(|&i| matches!(run.kind(i), "settled" | "raised"))
}

/// Returns the cells of the events of a kind so far, with the numbers of the events.
fn cells_of<'a>(run: &'a Replay, kind: &str) -> impl Iterator<Item = (usize, Cell)> + 'a {
    let events = run.of_kind(kind).iter().map(|&i| i as usize).take_while(|&i| i < run.cursor());
    events.filter_map(|i| Some((i, run.cell(i)?)))
}

macro_rules! claims {
    ($($lesson:literal $slide:literal $words:literal $run:literal => $is_true:expr;)+) => {
        &[$(Claim { lesson: $lesson, slide: $slide, words: $words, run: $run, is_true: $is_true }),+]
    };
}

/// The claims that no fact of a file can express.
const IN_CODE: &[Claim] = claims! {
    "field-8x4" 0 "the path along the north and east edge has probability 1/8" 0 => |run| {
        let counts = run.outcome()["rules"]["parents"]["counts"].as_array().cloned().unwrap_or_default();
        let likely = counts.iter().filter_map(|count| count["expected"].as_f64()).filter(|&p| p > 0.1);
        likely.collect::<Vec<_>>() == [0.125]
    };
    "northwest-drift" 3 "each time the parent in the north stayed" 0 => |run| parents_of_ties(run, 1).iter().all(|&dy| dy == -1);
    "northwest-drift" 3 "the parent in the east stays" 1 => |run| parents_of_ties(run, 0).iter().all(|&dx| dx == 1);
    "northwest-drift" 0 "every cell with a choice points north" 0 => |run| parents_of_ties(run, 1).iter().all(|&dy| dy == -1);
    "northwest-cure" 4 "keeps close to the walls" 1 => |run| run.final_path().iter().all(|c| c.x <= 2 || c.y <= 2);
    "into-the-pocket" 4 "every expansion is a step of the path" 0 => |run| {
        let on = run.final_path();
        let later = run.of_kind("expanded").iter().map(|&i| i as usize).filter(|&i| i >= run.cursor());
        later.into_iter().all(|i| run.cell(i).is_some_and(|c| on.contains(&c)))
    };
    "over-open-ground" 3 "never enter the open list" 0 => |run| {
        let cells = |kind: &str| run.of_kind(kind).iter().filter_map(|&i| run.cell(i as usize)).collect::<BTreeSet<_>>();
        cells("opened").is_disjoint(&cells("scanned"))
    };
    "at-any-angle" 5 "walks 25.31" 1 => |run| run.outcome()["cost"].as_f64().is_some_and(|c| (c - 25.31).abs() < 0.005);
    "a-wall-on-the-way" 4 "30 cells" 0 => |run| repaired(run).count() == 30;
    "a-wall-on-the-way" 4 "only six of them are beyond the wall" 0 =>
        |run| repaired(run).filter(|&i| run.cell(i).is_some_and(|c| c.x > 14)).count() == 6;
    "three-mazes" 3 "its stack is marked" 0 => |run| run.cursor() < run.len();
    "a-whole-fight" 3 "in run B seven" 1 => |run| {
        run.of_kind("moved").iter().filter(|i| (5568..10024).contains(*i)).count() == 7
    };
    "a-whole-fight" 4 "two more will follow" 1 => |run| run.turn() == Some(2);
    "what-takes-a-turn" 2 "In its third turn" 0 => |run| run.turn() == Some(3);
    "what-takes-a-turn" 2 "B opens it in its third turn as well" 1 => |run| run.turn() == Some(3) && run.tiles().len() == 1;
    "fewest-jumps" 2 "It can attack from none of them" 0 =>
        |run| (0..34).all(|i| !run.event(i).sentence.ends_with("and an enemy is in reach."));
    "fewest-jumps" 3 "stops before it tries three" 0 => |run| run.queue(1).0.first().is_some_and(|e| e.key == "jumps 2");
    "fewest-jumps" 3 "Seven cells from which the piece can attack are two jumps away" 0 => |run| {
        let goal = |i: &usize| run.event(*i).sentence.ends_with("2 jumps, and an enemy is in reach.");
        (0..run.cursor()).filter(goal).count() == 7 && run.outcome()["jumps"] == 2
    };
    "back-and-forth" 5 "it rose once and only falls since then" 1 => |run| {
        let costs = run.outcome()["guards"][0]["plan_costs"].as_array().into_iter().flatten();
        let costs: Vec<_> = costs.map(serde_json::Value::as_u64).collect();
        costs.windows(2).filter(|pair| pair[1] > pair[0]).count() == 1
    };
    "too-wide-for-the-gap" 6 "(11,9) to (12,10)" 0 => |run| {
        let corners = [[11.0, 9.0], [13.0, 9.0], [13.0, 11.0]];
        run.figures().iter().any(|f| f.outline == Outline::Area && f.points[..3] == corners)
    };
    "directional-adjacency" 5 "take 3277 and find nothing more" 0 => |run| {
        let inner = u32::from(run.size().width) - 2;
        inner * inner * 8 + 4 * inner * 5 + 3 * 3 == 3277
    };
    "explore-cave" 4 "five unknown cells are five steps away" 0 => |run| {
        let is_five = |values: &[String]| values.iter().any(|v| v == "5");
        run.decision().is_some_and(|d| d.candidates.iter().filter(|c| is_five(&c.values)).count() == 5)
    };
    "from-the-walls" 3 "The only centre is (20,6)" 0 => |run| {
        let centre = [Cell::new(20, 6).middle()];
        run.figures().iter().any(|f| f.outline == Outline::Frame && f.points == centre)
    };
    "flee-with-goals" 4 "the factor is 1," 1 => |run| run.tokens().iter().any(|t| t.at == Some(Cell::new(8, 1)));
    "a-door-for-everybody" 6 "is in the hall, out of sight" 1 =>
        |run| run.tokens().iter().any(|t| t.at.is_some_and(|at| at.y == 3 && at.x > 12));
    "last-known-place" 3 "only (9,4) and (10,5) of the room behind" 0 =>
        |run| cells_of(run, "rebuilt").filter(|(_, c)| (4..=5).contains(&c.y) && (1..=12).contains(&c.x)).count() == 2;
    "unknown-room" 4 "only three cells of floor in the south" 0 => |run| {
        let floor = cells_of(run, "rebuilt").filter(|&(i, c)| c.y >= 5 && run.event(i).sentence.ends_with("it is floor."));
        floor.map(|(_, c)| c).collect::<BTreeSet<_>>().len() == 3
    };
    "explosion" 7 "One throw decided that" 0 =>
        |run| run.of_kind("struck").iter().filter(|&&i| run.cell(i as usize).is_some_and(|c| c.x <= 7)).count() == 1;
    "hull-first" 5 "a room beside a hallway has doors to hallways only" 0 =>
        |run| run.tables()[0].rows.iter().filter(|row| row.values[5].starts_with("room")).count() == 2;
};

#[test]
fn every_claim_of_a_lesson_is_true() {
    let faults = |presets: &'static [gridscope::presets::Preset]| {
        let of = |preset: &gridscope::presets::Preset| {
            let scene = preset.scene().expect(preset.id);
            let all = false_claims(&gridscope::registry(), &scene);
            all.into_iter().map(|one| format!("{}, {one}", preset.id)).collect::<Vec<_>>()
        };
        presets.iter().flat_map(of).collect::<Vec<String>>()
    };
    let (one, other) = PRESETS.split_at(PRESETS.len() / 2);
    let faults = thread::scope(|scope| {
        let other = scope.spawn(|| faults(other));
        [faults(one), other.join().expect("faults")].concat()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_claim_in_code_is_true() {
    for claim in IN_CODE {
        let place = format!("{}, slide {}, {:?}", claim.lesson, claim.slide, claim.words);
        let scene = find(claim.lesson).expect(&place).scene().expect(&place);
        let slide = claim.slide.checked_sub(1).map(|i| &scene.run.slides[i]);
        let (text, at) = slide.map_or((&scene.notes, usize::MAX), |slide| (&slide.note, slide.at));
        assert!(text.contains(claim.words), "{place}: the slide says {text:?}");
        let mut session = gridscope::session(scene.clone());
        session.settle();
        session.apply(&SessionCommand::Seek(at));
        session.settle();
        let run = session.shown_runs().nth(claim.run).expect(&place);
        assert!((claim.is_true)(&run.replay), "{place}");
    }
}

/// Returns the positions of numbers in a text, as ranges of bytes.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for (at, _) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        match all.last_mut() {
            Some(last) if last.1 == at => last.1 = at + 1,
            _ => all.push((at, at + 1)),
        }
    }
    all
}

/// Words before a number that is a name, such as `guard 2`.
const NAMED: [&str; 9] = ["guard", "piece", "unit", "prisoner", "explorer", "enemy", "bloat", "room", "hallway"];

/// Returns whether the number at a position of a text is part of a name.
fn is_name(text: &str, at: usize) -> bool {
    let word = text[..at].split_whitespace().next_back().unwrap_or_default().to_lowercase();
    NAMED.contains(&word.trim_start_matches('(').trim_end_matches('s')) && text[..at].ends_with(' ')
}

/// Returns the cell `(x,y)` that this part of a text belongs to.
fn cell_at(text: &str, at: usize) -> Option<&str> {
    let from = text[..at].rfind('(')?;
    let to = from + text[from..].find(')')?;
    Cell::from_text(&text[from..=to]).filter(|_| at < to).map(|_| &text[from..=to])
}

#[test]
fn no_number_of_a_slide_is_unclaimed() {
    let mut faults = Vec::new();
    for preset in PRESETS {
        let scene = preset.scene().expect(preset.id);
        for (number, slide) in (1..).zip(&scene.run.slides) {
            // Offers to try something are covered by another test.
            let text = offers(&slide.note).0;
            // A title only repeats numbers of its text.
            let (title, body) = text.split_once("\n\n").expect("a slide has a title and a text");
            let text_numbers: Vec<&str> = numbers(body).into_iter().map(|(a, b)| &body[a..b]).collect();
            for (a, b) in numbers(title) {
                if !text_numbers.contains(&&title[a..b]) {
                    faults
                        .push(format!("{}, slide {number}: the title {title:?} is not backed by the text", preset.id));
                }
            }
            let text = body;
            let in_code = IN_CODE.iter().filter(|c| c.lesson == preset.id && c.slide == number).map(|c| c.words);
            let claims: Vec<&str> = slide.claims.iter().map(|c| c.words.as_str()).chain(in_code).collect();
            let backed: Vec<(usize, usize)> = claims
                .iter()
                .flat_map(|words| text.match_indices(*words).map(|(at, _)| (at, at + words.len())))
                .collect();
            for (from, to) in numbers(text) {
                let is_backed = backed.iter().any(|&(a, b)| a <= from && to <= b);
                let cell = cell_at(text, from).is_some_and(|cell| claims.iter().any(|words| words.contains(cell)));
                if !is_backed && !cell && !is_name(text, from) {
                    faults.push(format!(
                        "{}, slide {number}: nothing backs {:?} in {text:?}",
                        preset.id,
                        &text[from..to]
                    ));
                }
            }
            if backed.is_empty() {
                faults.push(format!("{}, slide {number}: nothing of it is claimed: {text:?}", preset.id));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn slides_are_two_to_seven_and_go_forward() {
    for preset in PRESETS {
        let slides = preset.scene().expect(preset.id).run.slides;
        let moments: BTreeSet<usize> = slides.iter().map(|s| s.at).collect();
        assert_eq!(moments.len(), slides.len(), "{}: a moment a slide", preset.id);
        assert!(slides.is_empty() || (2..=7).contains(&slides.len()), "{}: {} slides", preset.id, slides.len());
        for slide in &slides {
            let title = slide.note.split_once("**\n\n").and_then(|(title, _)| title.strip_prefix("**"));
            let title = title.unwrap_or_else(|| panic!("{}: the first line of a slide is its title", preset.id));
            assert!(title.chars().count() <= 14, "{}: the button says {title:?}, which is too long", preset.id);
        }
    }
}
