//! A deck of a ship, as the algorithm `ship` draws it up: an explorer at the start, a goal, enemies, things, stairs.

use super::{Generator, Wish, named};
use crate::actor::FieldValue;
use crate::algorithm::RunError;
use crate::algorithms::ship::{DECK, Deck, PARAMS, Problem, generate};
use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::observe::unhalted;
use crate::scene::{Actor, ActorKind, Scene};
use crate::terrain::Tile;

/// The generator.
pub(super) const SHIP: Generator = Generator {
    id: "ship",
    title: "Ship",
    help: "A deck of a ship: hallways, rooms, doors, windows, enemies, things to pick up, stairs.",
    source: "Stephen Sherratt: development notes and public behaviour of his 7DRL game (2016)",
    size: DECK,
    least: Size::new(10, 10),
    make,
};

fn make(wish: &Wish) -> Result<Scene, RunError> {
    let params = wish.params.resolve(PARAMS)?;
    let problem = Problem::new(&Scene::new(Grid::new(wish.size, Tile::Void)), &params, wish.seed)?;
    let (decks, number) = (problem.constant("decks"), wish.deck as usize);
    if number == 0 || number > decks as usize {
        return Err(RunError::Scene(format!("there is no deck {number}; the ship has decks 1 to {decks}")));
    }
    let outcome = unhalted(generate(&problem, &mut ()));
    let Some(deck) = outcome.decks.get(number - 1) else {
        return Err(RunError::Scene(format!(
            "the ship was given up at deck {} after {} plans; a map of {DECK}, or fewer rooms, would help",
            outcome.decks.len() + 1,
            problem.constant("attempts")
        )));
    };
    let title = format!("Ship, deck {number} of {decks}, seed {}", wish.seed);
    let notes = format!(
        "Deck {number} of {decks} of a ship: {} rooms, {} hallways, {} doors, {} windows. It was generated with seed {} \
         on {} cells; choose the algorithm *Ship* to see it being drawn up.",
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
