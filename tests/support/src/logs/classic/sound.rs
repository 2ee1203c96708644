//! The output of a sound program, and its possible headers.

use super::heaps;
use super::print::Print;
use super::world::World;
use gridscope::trace::rng::Rng;
use serde_json::{Map, Value, json};

/// The output of a sound program, and the rules that its header may state.
pub struct Sound {
    pub world: World,
    pub events: String,
    pub order: heaps::Order,
    pub steps: Option<&'static str>,
    pub optimal: bool,
    /// Whether the searches are between the start and goal of the world.
    pub ends: bool,
}

impl Sound {
    pub fn new(world: &World, print: Print, order: heaps::Order) -> Self {
        Self { world: world.clone(), events: print.text, order, steps: None, optimal: true, ends: true }
    }

    /// Returns logs with the same events and different headers: with everything, with the rules alone, with the map
    /// alone, with a random part, with the size instead of the map, and without a header.
    pub fn logs(&self, dice: &mut Rng) -> Vec<String> {
        let mut all = self.world.facts();
        if !self.ends {
            all.retain(|name, _| name != "start" && name != "goal");
        }
        if !self.order.is_empty() {
            all.insert("order".into(), json!(self.order));
        }
        all.extend(self.steps.map(|steps| ("steps".to_owned(), json!(steps))));
        if !self.optimal {
            all.insert("optimal".into(), false.into());
        }
        let always = ["format", "version", "optimal", "steps"];
        let with = |keep: &dyn Fn(&str) -> bool| -> Map<String, Value> {
            all.clone().into_iter().filter(|(name, _)| always.contains(&name.as_str()) || keep(name)).collect()
        };
        let chosen: Vec<String> = all.keys().filter(|_| dice.below(3) > 0).cloned().collect();
        let mut sized = with(&|name| name != "map");
        let size = self.world.tiles.size();
        sized.insert("size".into(), json!([size.width, size.height]));
        let headers = [
            all.clone(),
            with(&|name| !["costs", "order"].contains(&name)),
            with(&|name| name == "map"),
            with(&|name| chosen.iter().any(|c| c == name)),
            sized,
        ];
        let headers = headers.into_iter().map(|header| format!("{}\n", Value::Object(header)));
        headers.chain([String::new()]).map(|header| header + &self.events).collect()
    }
}
