//! Actors, changed tiles and watched values in a trace file, written at each event that changes them.

use super::value;
use gridscope_trace::event::Value;
use gridscope_trace::trace::recorded_answers::Stage;
use gridscope_trace::trace::replay::Token;
use gridscope_trace::trace::schema::Name;
use gridscope_trace::{Dir, Tile};
use serde_json::{Map, Value as Json, json};

pub(super) fn write(stage: &Stage) -> Json {
    let mut all = Map::new();
    let token = |t: &Token| json!([t.actor, t.at, t.facing.map(Dir::name), t.state, t.acts]);
    if let Some(tokens) = &stage.tokens {
        all.insert("tokens".into(), tokens.iter().map(token).collect());
    }
    if !stage.tiles.is_empty() {
        let tile = |&(cell, tile): &(_, Option<Tile>)| json!([cell, tile.map(|tile| tile.info().name)]);
        all.insert("tiles".into(), stage.tiles.iter().map(tile).collect());
    }
    if let Some(watch) = &stage.watch {
        let one = |(name, value): &(Name, Value)| json!([name, value.json(), value::kind(value)]);
        all.insert("watch".into(), watch.iter().map(one).collect());
    }
    if let Some(turn) = stage.turn {
        all.insert("turn".into(), json!(turn));
    }
    all.into()
}

pub(super) fn read(json: &Json) -> Stage {
    let list = |name: &str| json.get(name).and_then(Json::as_array);
    let token = |json: &Json| {
        let facing = json[2].as_str().and_then(|name| Dir::ALL.into_iter().find(|dir| dir.name() == name));
        let state = json[3].as_str()?.to_owned();
        let token = Token::new(json[0].as_u64()? as usize, value::cell(&json[1])).facing(facing).state(state);
        Some(token.acting(json[4].as_bool()?))
    };
    let tile = |json: &Json| Some((value::cell(&json[0])?, json[1].as_str().and_then(Tile::from_name)));
    let watch = |json: &Json| {
        let name = Name::from(json[0].as_str()?.to_owned());
        Some((name, value::read(&json[1], json[2].as_str())?))
    };
    let turn = json.get("turn").map(|turn| turn.as_u64().and_then(|turn| u32::try_from(turn).ok()));
    Stage {
        tokens: list("tokens").map(|all| all.iter().filter_map(token).collect()),
        tiles: list("tiles").into_iter().flatten().filter_map(tile).collect(),
        watch: list("watch").map(|all| all.iter().filter_map(watch).collect()),
        turn,
    }
}
