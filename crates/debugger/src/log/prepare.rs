//! Prepares the conversion of a log: collects its open lists, layers, numbers and actors.

use super::AT_ONCE;
use super::conversion::{LogConversion, actor_of};
use crate::formats::log::{Key, Word};
use gridscope_trace::card::{LayerKind, LayerSource};
use gridscope_trace::ends::STARTS;
use gridscope_trace::progress::pause_every;
use gridscope_trace::trace::schema::Layer;
use gridscope_trace::{Actor, ActorKind, Cell, Role, Scene, Tile};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Maximum number of the program's own layers that are shown separately.
const LAYERS: usize = 64;
/// Maximum number of open lists that are shown separately. The others share the first list's layer.
const LISTS: usize = 16;
/// Maximum number of cells in all layers together, which take half a gigabyte.
const SLOTS: usize = 128 << 20;

impl LogConversion<'_> {
    /// Collects the open lists, layers, numbers and actors before the first event is converted.
    pub(super) async fn prepare(&mut self, scene: &mut Scene) {
        let (mut f, mut g, mut h, mut states_order) = (false, false, false, false);
        // A large map has room for few layers: one third for open lists, and one third for the program's own layers.
        let room = (SLOTS / self.size.area().max(1) / 3).max(1);
        let mut numbers: BTreeSet<String> = BTreeSet::new();
        let mut curves: BTreeSet<String> = BTreeSet::new();
        // Actors on the map that no event has named yet. The first actor of each cell is last.
        let mut nameless: HashMap<Cell, Vec<usize>> = HashMap::new();
        for (number, actor) in scene.actors.iter().enumerate().rev().filter(|(_, actor)| actor.kind.is_body()) {
            nameless.entry(actor.at).or_default().push(number);
        }
        for (index, event) in self.log.events.iter().enumerate() {
            pause_every(AT_ONCE, index).await;
            (f, g, h) = (f || event.f().is_some(), g || event.g().is_some(), h || event.h().is_some());
            states_order |= event.word == Word::Begin && event.others.contains_key("order");
            if matches!(event.word, Word::Open | Word::Expand | Word::Close) {
                let (next, name) = (self.lists.len(), event.list());
                if next < room.min(LISTS) && !self.lists.contains_key(&name) {
                    self.lists.insert(name, next as u8);
                }
            }
            if matches!(event.word, Word::Set | Word::Clear)
                && let Some(name) = event.text("layer").filter(|_| self.sets.len() < room.min(LAYERS))
            {
                self.sets.entry(name.to_owned()).or_insert(0);
            }
            if let (Some(name), Word::Place | Word::Move) = (actor_of(&event), &event.word)
                && !self.actors.contains_key(&name)
            {
                let kind = event.text("kind").unwrap_or(&name);
                let kind = ActorKind::ALL.into_iter().find(|k| kind.starts_with(k.name())).unwrap_or(ActorKind::Guard);
                let number = self.actors.len() as u32;
                if let Some(at) = event.at {
                    // An actor placed on the cell of an actor of the map, or of the search start, is that actor.
                    let placed = event.word == Word::Place;
                    let there = nameless.get_mut(&at).filter(|_| placed).and_then(Vec::pop);
                    let actor = there.unwrap_or(scene.actors.len());
                    if there.is_none() {
                        scene.actors.push(Actor::new(kind, at));
                    } else if event.text("kind").is_some() && STARTS.contains(&kind) {
                        scene.actors[actor].kind = kind;
                    }
                    self.lens.actors.push(actor);
                    self.actors.insert(name, number);
                }
            }
            let own = event.others.iter().filter(|(_, value)| value.is_number());
            let own = own.filter(|(name, _)| !matches!(*name, "line" | "t" | "value"));
            let curve = matches!(event.word, Word::Own(_) | Word::Note | Word::Dice);
            let into = match event.at {
                Some(_) => &mut numbers,
                None if curve => &mut curves,
                None => continue,
            };
            for (name, _) in own {
                if !into.contains(name) {
                    into.insert(name.to_owned());
                }
            }
        }
        let default = if f || h {
            "f"
        } else if g {
            "g"
        } else {
            "#"
        };
        let default = || vec![Key { field: default.into(), falling: false }];
        self.order = self.log.header.order.clone().unwrap_or_else(default);
        self.cases.shown = [("f", f || (g && h)), ("g", g), ("h", h && !g)]
            .iter()
            .filter(|shown| shown.1)
            .map(|(name, _)| format!("{name} {{{name}}}"))
            .collect::<Vec<_>>()
            .join("  ");
        self.has_second_keys = self.order.len() > 1 || states_order;
        let mut layers = self.lists.len().max(1) as u8;
        self.lens.lists = layers;
        let mut next = || {
            layers += 1;
            layers - 1
        };
        // These layers are cleared when a new search begins.
        (self.lens.answer, self.lens.choice) = (next(), next());
        (self.lens.sight, self.lens.terrain) = (next(), next());
        for number in self.sets.values_mut() {
            *number = next();
        }
        let scalar = |name: String, help: &'static str| Layer {
            name: name.into(),
            help: help.into(),
            kind: LayerKind::Scalar,
            shows: LayerSource::Field,
        };
        self.schema.layers.push(Layer {
            name: "status".into(),
            help: "The state of each cell at this moment".into(),
            kind: LayerKind::Status,
            shows: LayerSource::Field,
        });
        let helps = [
            ("f", f || (g && h), "g and h together"),
            ("g", g, "Cost of the path so far"),
            ("h", h, "Estimate of the rest"),
        ];
        self.schema.layers.extend(helps.iter().filter(|l| l.1).map(|l| scalar(l.0.into(), l.2)));
        self.schema.first_layer = self.schema.layer("g").or(self.schema.layer("f")).unwrap_or(0);
        self.schema.layers.extend(self.sets.keys().map(|name| scalar(name.clone(), "")));
        let known: BTreeSet<String> = self.sets.keys().cloned().collect();
        let own = numbers.into_iter().filter(|name| !known.contains(name));
        self.schema.layers.extend(own.take(LAYERS).map(|name| scalar(name, "")));
        let wrong = self.wrong();
        if !wrong.is_empty() {
            self.lens.belief = Some((self.schema.layers.len(), Arc::new(wrong)));
            self.schema.layers.push(Layer {
                name: "belief".into(),
                help: "Cells where the program's ground differs from the scene, and what the program believes".into(),
                kind: LayerKind::Status,
                shows: LayerSource::Field,
            });
            self.schema.roles.push((Role::Wrong, "believed to be something else".into()));
        }
        self.schema.series = vec!["open list".into(), "steps".into()];
        self.schema.series.extend(curves.into_iter().take(LAYERS).map(Into::into));
        let roles = [
            (Role::Queued, "open"),
            (Role::Done, "closed"),
            (Role::Path, "path"),
            (Role::Candidate, "weighed"),
            (Role::Chosen, "chosen"),
            (Role::Seen, "seen"),
            (Role::Remembered, "no longer seen"),
        ];
        self.schema.roles.extend(roles.map(|(role, name)| (role, name.into())));
    }

    /// Returns the cells whose tile the program states differently: row-major index and stated tile.
    fn wrong(&self) -> HashMap<usize, Tile> {
        let grounds = self.log.sent.as_ref().zip(self.log.header.ground());
        let Some((sent, believed)) = grounds.filter(|(sent, believed)| sent.size() == believed.size()) else {
            return HashMap::new();
        };
        let tile = |cell: Cell| believed.get(cell).filter(|tile| sent.tiles.get(cell) != Some(tile)).copied();
        let size = sent.size();
        size.cells().filter_map(|cell| Some((size.index(cell), tile(cell)?))).collect()
    }
}
