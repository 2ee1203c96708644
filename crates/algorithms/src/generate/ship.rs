//! A deck of a ship, as the algorithm `ship` draws it up: an explorer at the start, a goal, enemies, things, stairs. Or all
//! decks on one map, one below the other, joined by stairs: to be explored to the teleporter.

use super::{ALL_DECKS, Generator, Wish, named};
use crate::actor::FieldValue;
use crate::algorithm::RunError;
use crate::auto_explore;
use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::observe::unhalted;
use crate::rng::Rng;
use crate::scene::{Actor, ActorKind, Scene};
use crate::ship::{DECK, Deck, PARAMS, Problem, generate};
use crate::terrain::Tile;

/// The generator.
pub(super) const SHIP: Generator = Generator {
    id: "ship",
    title: "Ship",
    help: "A deck of a ship: hallways, rooms, doors, windows, enemies, things to pick up, stairs.",
    source: "Stephen Sherratt: development notes and public behaviour of his 7DRL game (2016)",
    size: DECK,
    least: Size::new(10, 10),
    params: PARAMS,
    decks: true,
    make,
};

/// How strong the explorer is; enemies are of less.
const STRENGTH: u32 = 4;

fn make(wish: &Wish) -> Result<Scene, RunError> {
    // What is made is new, and so is the scene in which *Ship* is chosen to see it drawn up.
    let mut params = wish.params.clone();
    params.freshen(PARAMS);
    let params = params.resolve(PARAMS)?;
    let problem = Problem::new(&Scene::new(Grid::new(wish.size, Tile::Void)), &params, wish.seed)?;
    let (decks, number) = (problem.constant("decks"), wish.deck as usize);
    if wish.deck != ALL_DECKS && (number == 0 || number > decks as usize) {
        return Err(RunError::Scene(format!("there is no deck {number}; the ship has decks 1 to {decks}")));
    }
    let outcome = unhalted(generate(&problem, &mut ()));
    let given_up = || {
        RunError::Scene(format!(
            "the ship was given up at deck {} after {} plans; a map of {DECK}, or fewer rooms, would help",
            outcome.decks.len() + 1,
            problem.constant("attempts")
        ))
    };
    if wish.deck == ALL_DECKS {
        return if outcome.complete { whole(&outcome.decks, wish) } else { Err(given_up()) };
    }
    let deck = outcome.decks.get(number - 1).ok_or_else(given_up)?;
    let title = format!("Ship, deck {number} of {decks}, seed {}", wish.seed);
    let first = if params.word("method") == "hull-first" { ", its hull first" } else { "" };
    let notes = format!(
        "Deck {number} of {decks} of a ship: {} rooms, {} hallways, {} doors, {} windows. It was generated with seed {} \
         on {} cells{first}; choose the algorithm *Ship* to see it being drawn up.",
        deck.rooms.len(),
        deck.hallways.len(),
        deck.doors.len(),
        deck.windows.len(),
        wish.seed,
        wish.size
    );
    let mut scene = named(deck.tiles.clone(), title, notes);
    scene.actors = actors(deck, number > 1);
    Ok(scene)
}

/// Who and what is on a deck. Stairs come before who stands on them, so that a map in text shows the latter.
fn actors(deck: &Deck, up: bool) -> Vec<Actor> {
    let exit = |at: Cell, down: bool| {
        let mut exit = Actor::new(ActorKind::Exit, at);
        exit.set_down(Some(down));
        exit
    };
    let mut actors = Vec::new();
    actors.extend(up.then(|| exit(deck.start, false)));
    actors.extend((deck.exit == "stairs-down").then(|| exit(deck.goal, true)));
    actors.push(Actor::new(ActorKind::Explorer, deck.start));
    actors.push(Actor::new(ActorKind::Goal, deck.goal));
    for &at in &deck.enemies {
        let mut enemy = Actor::new(ActorKind::Enemy, at);
        enemy.set_hostile(Some(true));
        actors.push(enemy);
    }
    actors.extend(deck.items.iter().map(|item| {
        let mut actor = Actor::new(ActorKind::Item, item.at);
        actor.set("what", Some(FieldValue::Word(item.kind.to_owned())));
        actor
    }));
    actors
}

/// The scene: a row of wall between two decks, so that nobody sees from one to another. On the second deck a window is broken.
fn whole(decks: &[Deck], wish: &Wish) -> Result<Scene, RunError> {
    let (high, count) = (wish.size.height + 1, decks.len() as u16);
    let height = u64::from(high) * u64::from(count) - 1;
    let size = Size::checked(wish.size.width.into(), height).map_err(|e| RunError::Scene(e.to_string()))?;
    let at = |deck: usize, c: Cell| Cell::new(c.x, c.y + deck as u16 * high);
    // Dice of their own, so that a seed keeps its ship.
    let mut dice = Rng::new(!wish.seed);
    let mut tiles = Grid::new(size, Tile::Wall);
    let mut people = Vec::new();
    for (i, deck) in decks.iter().enumerate() {
        for c in wish.size.cells() {
            tiles[at(i, c)] = deck.tiles[c];
        }
        for mut actor in actors(deck, i > 0) {
            actor.at = at(i, actor.at);
            match actor.kind {
                ActorKind::Goal => continue,
                ActorKind::Explorer if i > 0 => continue,
                ActorKind::Explorer => actor.set_strength(Some(STRENGTH)),
                ActorKind::Enemy => actor.set_strength(Some(1 + dice.below(u64::from(STRENGTH) - 1) as u32)),
                ActorKind::Exit if actor.down() == Some(false) => {
                    actor.set_to(Some(at(i - 1, decks[i - 1].goal)));
                }
                ActorKind::Exit => actor.set_to(decks.get(i + 1).map(|next| at(i + 1, next.start))),
                _ => {}
            }
            people.push(actor);
        }
        if deck.exit == "teleporter" {
            let mut teleporter = Actor::new(ActorKind::Exit, at(i, deck.goal));
            teleporter.set_down(Some(true));
            teleporter.set("what", Some(FieldValue::Word(deck.exit.into())));
            people.push(teleporter);
        }
    }
    let broken = decks.get(1).filter(|deck| !deck.windows.is_empty());
    let hole = broken.map(|deck| at(1, deck.windows[dice.below(deck.windows.len() as u64) as usize]));
    let title = format!("A ship of {count} decks, seed {}", wish.seed);
    let notes = format!(
        "{count} decks of a ship, one below the other, generated with seed {}. The explorer goes through all of them to \
         the teleporter: it picks up, opens doors, bumps foes away, rests, and takes stairs when nothing else is left. Enemies \
         who see it walk after it.{} Choose the algorithm *Ship* to see decks being drawn up.",
        wish.seed,
        hole.map_or(String::new(), |c| format!(" The window at {c} is broken, and the air is gone behind it.")),
    );
    if let Some(hole) = hole {
        tiles[hole] = Tile::Floor;
    }
    let mut scene = named(tiles, title, notes);
    scene.actors = people;
    scene.known = Some(Grid::new(size, false));
    "auto-explore".clone_into(&mut scene.run.algorithm);
    for (name, value) in [("actions", true.into()), ("people", serde_json::Value::from("hunt")), ("air", true.into())] {
        scene.run.params.set(name, value);
    }
    scene.run.params.freshen(auto_explore::PARAMS);
    Ok(scene)
}
