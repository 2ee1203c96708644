//! The step rules that a log states, if they are complete enough to price any path.

use crate::formats::log::{Header, Log, Steps};
use gridscope_trace::ends::ends;
use gridscope_trace::movement::{Corners, Mover, Passage, Rules, StepCosts, neighbour_order};
use gridscope_trace::trace::recorded_answers::Search;
use gridscope_trace::{Scene, Tile};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Largest cost of a step in units, on a map without weights, which multiply it.
const MAX_STEP: u32 = 1_000_000_000;

/// Returns the stated rules of a log's only search. Returns `None` if the map, the steps or their costs are not stated,
/// or if the costs follow a rule that gridscope does not have.
pub(super) fn search(header: &Header, scene: &Scene) -> Option<Search> {
    header.scene.as_ref()?;
    let plain = scene.weights.is_none() || header.weights == Some(false);
    if !plain && header.weights.is_none() {
        // The header does not state whether the weights count.
        return None;
    }
    let neighbours = header.neighbours?;
    let corners = if neighbours == 4 { Corners::Never } else { header.corners? };
    let step_costs = header.costs?;
    let (straight, diagonal) = (step_costs.straight, step_costs.diagonal.unwrap_or(step_costs.straight));
    // The cost of a jump is the sum of its steps.
    if header.times.is_some() || !matches!(header.steps, None | Some(Steps::One | Steps::Jump)) {
        return None;
    }
    let costs = units(straight, diagonal, if plain { 9 } else { 6 })?;
    let mut terrain_costs = terrain(header.enter.as_ref(), scene)?;
    let mut ground = Cow::Borrowed(scene);
    if !plain {
        // Weights count only together with tile costs. That makes no difference if no tile on this map has a cost.
        let dear = || scene.size().cells().any(|cell| scene.tiles[cell].info().cost > 0);
        if !terrain_costs && dear() {
            return None;
        }
        terrain_costs = true;
    } else if scene.weights.is_some() {
        ground.to_mut().weights = None;
    }
    let order = neighbour_order(neighbours.into(), 0);
    let rules = Rules { order, costs, corners, terrain_costs, door_cost: [0; 4] };
    let (actor, goal) = ends(scene).ok()?;
    let passage = Passage::new(&*ground, &Mover::of(actor), &rules);
    Some(Search {
        unit: passage.costs().unit,
        passage,
        order: rules.order,
        start: actor.at,
        goal,
        promises: header.optimal,
        caveat: String::new(),
    })
}

/// Returns the scene with the map that the program states, which may differ from the map shown.
pub(super) fn believed<'a>(log: &Log, scene: &'a Scene) -> Cow<'a, Scene> {
    let own = log.sent.as_ref().and(log.header.scene.as_ref()).filter(|own| own.size() == scene.size());
    own.map_or(Cow::Borrowed(scene), |own| {
        let mut scene = scene.clone();
        scene.tiles.clone_from(&own.tiles);
        scene.weights.clone_from(&own.weights);
        Cow::Owned(scene)
    })
}

/// Returns the costs of a straight and a diagonal step in whole units, with at most this many decimal places.
fn units(straight: f64, diagonal: f64, digits: u32) -> Option<StepCosts> {
    let is_whole = straight.fract() == 0.0 && diagonal.fract() == 0.0;
    // As fine as both fit, so that a long path has the cost that the program adds up.
    let costliest = straight.max(diagonal);
    let fits = |unit: &u32| costliest * f64::from(*unit) <= f64::from(MAX_STEP);
    let finest = (0..=digits).rev().map(|digits| 10_u32.pow(digits)).find(fits);
    let unit = if is_whole { 1 } else { finest? };
    let price = |cost: f64| {
        let units = (cost * f64::from(unit)).round();
        (1.0..=f64::from(MAX_STEP)).contains(&units).then_some(units as u32)
    };
    Some(StepCosts::new(price(straight)?, price(diagonal)?, unit))
}

/// Returns whether the stated tile costs are those of the tile table (`true`) or all 0 (`false`). Returns `None` if
/// they are neither.
fn terrain(enter: Option<&BTreeMap<Tile, f64>>, scene: &Scene) -> Option<bool> {
    let tile_cost = |tile: Tile| enter.and_then(|enter| enter.get(&tile)).copied().unwrap_or(0.0);
    let here = || Tile::ALL.iter().copied().filter(|&tile| scene.size().cells().any(|cell| scene.tiles[cell] == tile));
    if here().all(|tile| tile_cost(tile) == 0.0) {
        return Some(false);
    }
    here().all(|tile| (tile_cost(tile) - f64::from(tile.info().cost)).abs() < f64::EPSILON).then_some(true)
}
