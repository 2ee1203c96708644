//! Names of other programs: of tiles, of properties, and of layers for collisions.

use gridscope_trace::terrain::Tile;
use serde_json::Value;

/// Returns a name in lower case, with `-` between its words.
pub(super) fn plain_name(text: &str) -> String {
    text.trim().to_lowercase().replace([' ', '_'], "-")
}

/// Returns the tile of that name in any spelling.
pub(super) fn tile_named(text: &str) -> Option<Tile> {
    Tile::from_name(&plain_name(text))
}

/// Returns the words of a name in lower case, without numbers: `MainCollisions 2` is `main` and `collisions`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_alphabetic() || c.is_uppercase() && was_lower {
            words.push(String::new());
        }
        was_lower = c.is_lowercase();
        if c.is_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the tile for a name or one of its synonyms. Of several words, the last one counts if they have no meaning together.
pub(super) fn tile_called(text: &str) -> Option<Tile> {
    let words = words(text);
    let last = words.last()?;
    [plain_name(text), words.join("-"), last.clone()]
        .iter()
        .find_map(|name| tile_or_synonym(name).or_else(|| tile_or_synonym(name.strip_suffix('s')?)))
}

/// Returns the tile for a name in lower case or one of its synonyms.
fn tile_or_synonym(name: &str) -> Option<Tile> {
    Tile::from_name(name).or_else(|| {
        Some(match name {
            "ground" | "grass" | "path" | "dirt" | "sand" | "road" | "stair" => Tile::Floor,
            "solid" | "block" | "stone" | "rock" | "brick" => Tile::Wall,
            "deep-water" | "sea" | "ocean" => Tile::Water,
            "mud" | "marsh" => Tile::Swamp,
            "gate" => Tile::Portcullis,
            "glass" => Tile::Window,
            "forest" => Tile::Tree,
            "empty" | "none" => Tile::Void,
            _ => return None,
        })
    })
}

/// Names of properties that say whether a tile or a layer is solid.
pub(super) const SOLID: [&str; 8] =
    ["solid", "collide", "collides", "collision", "blocked", "blocking", "obstacle", "wall"];

/// Returns whether a property of a layer says that all its tiles are walls.
pub(crate) fn is_solid_property(name: &str, value: &Value) -> bool {
    SOLID.contains(&plain_name(name).as_str()) && truth(value) == Some(true)
}

/// Reads a value of a property as true or false.
pub(super) fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) => text.to_lowercase().parse().ok(),
        Value::Number(number) => number.as_f64().map(|number| number != 0.0),
        _ => None,
    }
}

/// Returns whether every tile of a layer with this name is a wall: its last word is one for what blocks. Words such as
/// `layer` do not count.
pub(crate) fn is_collision_layer(name: &str) -> bool {
    let mut words = words(name);
    while words
        .last()
        .is_some_and(|word| matches!(word.as_str(), "layer" | "level" | "map" | "tile" | "tiles" | "grid"))
    {
        words.pop();
    }
    words.last().is_some_and(|word| {
        matches!(
            word.strip_suffix('s').unwrap_or(word),
            "collision"
                | "collide"
                | "collider"
                | "solid"
                | "wall"
                | "block"
                | "blocked"
                | "blocking"
                | "obstacle"
                | "impassable"
                | "nowalk"
                | "unwalkable"
        )
    })
}

/// Returns whether a tile is a door or a window, which stands above a collision layer.
pub(crate) fn is_opening(tile: Tile) -> bool {
    matches!(
        tile,
        Tile::Door
            | Tile::DoorLocked
            | Tile::SecretDoor
            | Tile::Portcullis
            | Tile::Window
            | Tile::Shutter
            | Tile::ShutterOpen
    )
}
