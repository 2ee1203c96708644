//! Reads TMJ maps, TSJ tilesets and TJ templates, which are JSON.
//!
//! Fields that are not named here are skipped. Before Tiled 1.2, properties were an object instead of a list, and the
//! tiles of a tileset were an object by number with `tileproperties` beside it.

use super::counts::{Dropped, Kept, without_flags};
use super::json_tree::{Node, field, whole};
use super::model::{
    Block, Content, Layer, LayerHead, Map, Object, Orientation, Properties, Shape, Tile, Tileset, tileset_name,
};
use super::packing::{Cells, Problem};
use crate::{FormatError, limits};
use serde_json::Value;
use std::collections::BTreeMap;

type Fields = BTreeMap<String, Node>;

/// Where in the file an error is: the file's name and a path such as `layers[2].data`.
#[derive(Clone)]
struct Place<'a> {
    name: &'a str,
    path: String,
}

impl Place<'_> {
    fn inside(&self, part: &str) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self { name: self.name, path: format!("{}{dot}{part}", self.path) }
    }

    fn fail(&self, found: &str, expected: &str) -> FormatError {
        let colon = if self.path.is_empty() { "" } else { ": " };
        FormatError::whole(self.name, &format!("{}{colon}{found}", self.path), expected)
    }

    fn fail_with(&self, (found, expected): (String, String)) -> FormatError {
        self.fail(&found, &expected)
    }

    fn fields<'n>(&self, node: &'n Node) -> Result<&'n Fields, FormatError> {
        node.object().ok_or_else(|| self.fail(&format!("it is {}", node.kind()), "an object"))
    }

    /// Returns the objects of a list, with their places. A missing field has none.
    fn objects<'n>(
        &'n self,
        fields: &'n Fields,
        name: &'n str,
    ) -> Result<impl Iterator<Item = Result<(Self, &'n Fields), FormatError>>, FormatError> {
        let list = match field(fields, name) {
            Node::Null => &[],
            Node::List(list) => list.as_slice(),
            Node::Numbers(numbers) if numbers.is_empty() => &[],
            other => return Err(self.inside(name).fail(&format!("it is {}", other.kind()), "a list of objects")),
        };
        Ok(list.iter().enumerate().map(move |(i, node)| {
            let place = self.inside(&format!("{name}[{i}]"));
            let fields = place.fields(node)?;
            Ok((place, fields))
        }))
    }

    /// Returns a number, or `usual` if the field is missing. Some exporters write numbers as texts.
    fn number(&self, fields: &Fields, name: &str, usual: f64) -> Result<f64, FormatError> {
        match field(fields, name) {
            Node::Null => Ok(usual),
            Node::Number(number) if number.is_finite() => Ok(*number),
            Node::Text(text) if text.parse().is_ok_and(f64::is_finite) => Ok(text.parse().unwrap_or(usual)),
            other => Err(self.inside(name).fail(&format!("it is {}", other.kind()), "a number")),
        }
    }

    /// Returns a whole number, or `usual` if the field is missing.
    fn whole(&self, fields: &Fields, name: &str, usual: i64) -> Result<i64, FormatError> {
        let number = self.number(fields, name, usual as f64)?;
        if number.fract() == 0.0 && number.abs() < 9e15 {
            return Ok(number as i64);
        }
        Err(self.inside(name).fail(&format!("it is {number}"), "a whole number"))
    }

    /// Returns a whole number from 0, or `usual` if the field is missing.
    fn count(&self, fields: &Fields, name: &str, usual: u64) -> Result<u64, FormatError> {
        let number = self.whole(fields, name, usual.try_into().unwrap_or(i64::MAX))?;
        u64::try_from(number).map_err(|_| self.inside(name).fail(&format!("it is {number}"), "a number from 0"))
    }
}

/// Reads a map.
pub(super) fn read_map(name: &str, text: &str) -> Result<Map, FormatError> {
    let root = Node::parse(name, text)?;
    let place = Place { name, path: String::new() };
    let fields = place.fields(&root)?;
    if matches!(field(fields, "layers"), Node::Null) {
        let what = if fields.contains_key("tilecount") { "a tileset" } else { "a template" };
        return Err(place.fail(&format!("this is {what} of Tiled, which is no map"), "a map, which has layers"));
    }
    let mut map = Map {
        width: place.count(fields, "width", 0)?,
        height: place.count(fields, "height", 0)?,
        infinite: matches!(field(fields, "infinite"), Node::Bool(true)) || whole(field(fields, "infinite")) == Some(1),
        tile_width: place.number(fields, "tilewidth", 0.0)?,
        tile_height: place.number(fields, "tileheight", 0.0)?,
        tiled_version: text_of(fields, "tiledversion"),
        ..Map::default()
    };
    if let Some(text) = field(fields, "orientation").text() {
        map.orientation =
            Orientation::from_text(text).map_err(|refused| place.inside("orientation").fail_with(refused))?;
    }
    map.check().map_err(|refused| place.fail_with(refused))?;
    map.properties = properties(&place, fields, &mut map.kept)?;
    for tileset_fields in place.objects(fields, "tilesets")? {
        let (place, fields) = tileset_fields?;
        map.kept.item().map_err(|refused| place.fail_with(refused))?;
        let found = tileset(&place, fields, &mut map.kept, &mut map.dropped)?;
        map.tilesets.push(found);
    }
    layers(&mut map, &place, fields, (0.0, 0.0))?;
    Ok(map)
}

/// Reads a tileset that has a file of its own.
pub(super) fn read_tileset(text: &str, kept: &mut Kept, dropped: &mut Dropped) -> Result<Tileset, FormatError> {
    let place = Place { name: "the tileset", path: String::new() };
    let root = Node::parse(place.name, text)?;
    let fields = place.fields(&root)?;
    if !fields.contains_key("tilewidth") {
        return Err(place.fail("this is no tileset", "tilewidth"));
    }
    tileset(&place, fields, kept, dropped)
}

/// Reads a template: its object, and the tileset of its tile if it has one.
pub(super) fn read_template(text: &str, kept: &mut Kept) -> Result<(Object, Option<Tileset>), FormatError> {
    let place = Place { name: "the template", path: String::new() };
    let root = Node::parse(place.name, text)?;
    let fields = place.fields(&root)?;
    let found = object(&place, place.fields(field(fields, "object"))?, kept)?;
    let of_tile = field(fields, "tileset").object();
    let of_tile = of_tile.map(|of_tile| tileset(&place, of_tile, kept, &mut Dropped::default())).transpose()?;
    Ok((found, of_tile))
}

fn text_of(fields: &Fields, name: &str) -> String {
    field(fields, name).text().unwrap_or_default().to_owned()
}

/// Reads the layers of the map, or of a group with this offset.
fn layers(map: &mut Map, place: &Place<'_>, fields: &Fields, group: (f64, f64)) -> Result<(), FormatError> {
    for layer in place.objects(fields, "layers")? {
        let (place, fields) = layer?;
        map.kept.item().map_err(|refused| place.fail_with(refused))?;
        let head = LayerHead {
            name: text_of(fields, "name"),
            offset: (place.number(fields, "offsetx", 0.0)?, place.number(fields, "offsety", 0.0)?),
            opacity: place.number(fields, "opacity", 1.0)?,
            has_tint: fields.contains_key("tintcolor"),
            has_parallax: place.number(fields, "parallaxx", 1.0)? != 1.0
                || place.number(fields, "parallaxy", 1.0)? != 1.0,
        };
        let has = |name| fields.contains_key(name);
        let content = match field(fields, "type").text() {
            Some("imagelayer") => {
                map.dropped.count("picture layer|", 1);
                continue;
            }
            Some("group") => {
                head.count(&mut map.dropped);
                layers(map, &place, fields, head.offset_in(group))?;
                continue;
            }
            Some("objectgroup") => Content::Objects(objects(map, &place, fields)?),
            Some("tilelayer") => Content::Tiles(blocks(map, &place, fields)?),
            None if has("objects") => Content::Objects(objects(map, &place, fields)?),
            None if has("data") || has("chunks") => Content::Tiles(blocks(map, &place, fields)?),
            _ => {
                map.dropped.count("layer| of an unknown type", 1);
                continue;
            }
        };
        head.count(&mut map.dropped);
        let offset = head.offset_in(group);
        let of_layer = properties(&place, fields, &mut map.kept)?;
        map.layers.push(Layer::new(head.name, offset, &of_layer, content));
    }
    Ok(())
}

fn objects(map: &mut Map, place: &Place<'_>, fields: &Fields) -> Result<Vec<Object>, FormatError> {
    let all = place.objects(fields, "objects")?;
    all.map(|found| found.and_then(|(place, fields)| object(&place, fields, &mut map.kept))).collect()
}

/// Reads the cells of a layer.
fn blocks(map: &mut Map, place: &Place<'_>, fields: &Fields) -> Result<Vec<Block>, FormatError> {
    let packing = (field(fields, "encoding").text().unwrap_or(""), field(fields, "compression").text().unwrap_or(""));
    if !map.infinite && !fields.contains_key("chunks") {
        let width = place.count(fields, "width", map.width)?;
        let height = place.count(fields, "height", map.height)?;
        let cells = rectangle(map, &place.inside("data"), (width, height), field(fields, "data"), packing)?;
        let (x, y) = (place.whole(fields, "x", 0)?, place.whole(fields, "y", 0)?);
        return Ok(vec![Block { x, y, width: width as usize, cells }]);
    }
    let mut all = Vec::new();
    for chunk in place.objects(fields, "chunks")? {
        let (place, chunk) = chunk?;
        map.kept.item().map_err(|refused| place.fail_with(refused))?;
        let corner = |name: &str| {
            let at = place.whole(chunk, name, 0)?;
            let far = |_| place.inside(name).fail(&format!("it is {at}"), "a number of 32 bits");
            i32::try_from(at).map(i64::from).map_err(far)
        };
        let (x, y) = (corner("x")?, corner("y")?);
        let (width, height) = (place.count(chunk, "width", 0)?, place.count(chunk, "height", 0)?);
        let cells = rectangle(map, &place.inside("data"), (width, height), field(chunk, "data"), packing)?;
        all.push(Block { x, y, width: width as usize, cells });
    }
    Ok(all)
}

fn rectangle(
    map: &mut Map,
    place: &Place<'_>,
    (width, height): (u64, u64),
    data: &Node,
    (encoding, compression): (&str, &str),
) -> Result<Vec<u16>, FormatError> {
    let expected = map.kept.cells(width, height).map_err(|refused| place.fail_with(refused))?;
    let mut cells = Cells::new(&mut map.palette, expected);
    let refuse = |problem: Problem| place.fail(&problem.found, &problem.expected);
    match data {
        Node::Numbers(numbers) => {
            for &number in numbers {
                cells.push(number).map_err(refuse)?;
            }
        }
        Node::Text(text) if matches!(encoding, "" | "base64") => {
            cells.base64(text.trim(), compression).map_err(refuse)?;
        }
        Node::Text(_) => return Err(place.fail(&format!("the encoding is {encoding:?}"), "csv, base64 or none")),
        Node::List(list) => {
            let (i, wrong) = list.iter().enumerate().find(|(_, node)| whole(node).is_none()).unwrap_or((0, data));
            return Err(place.fail(&format!("cell {i} is {}", wrong.kind()), "a whole number from 0"));
        }
        other => return Err(place.fail(&format!("it is {}", other.kind()), "a list of numbers or base64")),
    }
    cells.finish().map_err(refuse)
}

fn tileset(place: &Place<'_>, fields: &Fields, kept: &mut Kept, dropped: &mut Dropped) -> Result<Tileset, FormatError> {
    let mut found = Tileset {
        name: tileset_name(field(fields, "name").text().unwrap_or_default()),
        first: place.count(fields, "firstgid", 0)?.try_into().unwrap_or(u32::MAX),
        source: field(fields, "source").text().map(str::to_owned),
        tile_width: place.number(fields, "tilewidth", 0.0)?,
        tile_height: place.number(fields, "tileheight", 0.0)?,
        alignment: text_of(fields, "objectalignment"),
        picture: field(fields, "image").text().map(str::to_owned),
        columns: whole(field(fields, "columns")).unwrap_or(0),
        margin: whole(field(fields, "margin")).unwrap_or(0),
        spacing: whole(field(fields, "spacing")).unwrap_or(0),
        ..Tileset::default()
    };
    dropped.count("Wang set|", field(fields, "wangsets").list().len());
    let size = (found.tile_width, found.tile_height);
    for (i, node) in field(fields, "tiles").list().iter().enumerate() {
        let place = place.inside(&format!("tiles[{i}]"));
        let tile_fields = place.fields(node)?;
        let id = place.count(tile_fields, "id", 0)?.try_into().unwrap_or(u32::MAX);
        found.tiles.insert(id, tile(&place, tile_fields, size, kept, dropped)?);
    }
    for (id, node) in field(fields, "tiles").object().into_iter().flatten() {
        let place = place.inside(&format!("tiles.{id}"));
        let Ok(id) = id.parse() else { continue };
        found.tiles.insert(id, tile(&place, place.fields(node)?, size, kept, dropped)?);
    }
    for (id, node) in field(fields, "tileproperties").object().into_iter().flatten() {
        let place = place.inside(&format!("tileproperties.{id}"));
        let Ok(id) = id.parse() else { continue };
        let mut all = Properties::new();
        object_of_properties(&place, place.fields(node)?, kept, &mut all)?;
        found.tiles.entry(id).or_default().properties.extend(all);
    }
    Ok(found)
}

fn tile(
    place: &Place<'_>,
    fields: &Fields,
    (width, height): (f64, f64),
    kept: &mut Kept,
    dropped: &mut Dropped,
) -> Result<Tile, FormatError> {
    kept.item().map_err(|refused| place.fail_with(refused))?;
    dropped.count("animation|", usize::from(!field(fields, "animation").list().is_empty()));
    let mut has_shape = false;
    if let Some(shapes) = field(fields, "objectgroup").object() {
        for (i, node) in field(shapes, "objects").list().iter().enumerate() {
            let place = place.inside(&format!("objectgroup.objects[{i}]"));
            has_shape |= object(&place, place.fields(node)?, kept)?.covers_half(width, height);
        }
    }
    let picture = field(fields, "image").text().map(str::to_owned);
    let properties = properties(place, fields, kept)?;
    Ok(Tile { class: class(fields).unwrap_or_default(), properties, picture, has_shape })
}

/// Returns the class of a tile or an object. Tiled 1.9 alone called the field `class`.
fn class(fields: &Fields) -> Option<String> {
    let named = |name| field(fields, name).text().filter(|text| !text.is_empty());
    named("type").or_else(|| named("class")).map(str::to_owned)
}

fn object(place: &Place<'_>, fields: &Fields, kept: &mut Kept) -> Result<Object, FormatError> {
    kept.item().map_err(|refused| place.fail_with(refused))?;
    let number = |name: &str| match field(fields, name) {
        Node::Null => Ok(None),
        _ => place.number(fields, name, 0.0).map(Some),
    };
    let gid = number("gid")?.map(Node::Number);
    let gid = gid.map(|node| {
        let refused = || place.inside("gid").fail(&format!("it is {}", node.kind()), "a whole number of 32 bits");
        whole(&node).ok_or_else(refused)
    });
    let gid: Option<u32> = gid.transpose()?;
    let is = |name| matches!(field(fields, name), Node::Bool(true));
    let shape = if let Some(points) = points(place, fields, "polygon", kept)? {
        Some(Shape::Polygon(points))
    } else if let Some(points) = points(place, fields, "polyline", kept)? {
        Some(Shape::Polyline(points))
    } else if fields.contains_key("text") {
        Some(Shape::Text)
    } else if is("ellipse") {
        Some(Shape::Ellipse)
    } else if is("capsule") {
        Some(Shape::Capsule)
    } else {
        is("point").then_some(Shape::Point)
    };
    Ok(Object {
        class: class(fields),
        name: field(fields, "name").text().map(str::to_owned),
        x: place.number(fields, "x", 0.0)?,
        y: place.number(fields, "y", 0.0)?,
        width: number("width")?,
        height: number("height")?,
        gid: gid.map(without_flags).filter(|&gid| gid > 0),
        shape,
        rotation: number("rotation")?,
        properties: properties(place, fields, kept)?,
        template: field(fields, "template").text().map(str::to_owned),
    })
}

/// Reads the corners of a polygon or a polyline, if the object is one.
fn points(
    place: &Place<'_>,
    fields: &Fields,
    name: &str,
    kept: &mut Kept,
) -> Result<Option<Vec<(f64, f64)>>, FormatError> {
    let node = field(fields, name);
    if matches!(node, Node::Null) {
        return Ok(None);
    }
    let place = place.inside(name);
    let list = node.list();
    if list.len() > limits::LIST {
        let found = format!("it has {} points", list.len());
        return Err(place.fail(&found, &format!("at most {}", limits::LIST)));
    }
    let mut all = Vec::new();
    for (i, node) in list.iter().enumerate() {
        let place = place.inside(&format!("[{i}]"));
        kept.item().map_err(|refused| place.fail_with(refused))?;
        let point = place.fields(node)?;
        all.push((place.number(point, "x", 0.0)?, place.number(point, "y", 0.0)?));
    }
    Ok(Some(all))
}

/// Reads the properties of the map, a tile or an object.
fn properties(place: &Place<'_>, fields: &Fields, kept: &mut Kept) -> Result<Properties, FormatError> {
    let mut all = Properties::new();
    match field(fields, "properties") {
        Node::Object(old) => object_of_properties(place, old, kept, &mut all)?,
        list => {
            for (i, node) in list.list().iter().enumerate() {
                let place = place.inside(&format!("properties[{i}]"));
                kept.item().map_err(|refused| place.fail_with(refused))?;
                let property = place.fields(node)?;
                all.push((text_of(property, "name"), field(property, "value").value()));
            }
        }
    }
    Ok(all)
}

fn object_of_properties(
    place: &Place<'_>,
    fields: &Fields,
    kept: &mut Kept,
    into: &mut Vec<(String, Value)>,
) -> Result<(), FormatError> {
    for (name, node) in fields {
        kept.item().map_err(|refused| place.fail_with(refused))?;
        into.push((name.clone(), node.value()));
    }
    Ok(())
}
