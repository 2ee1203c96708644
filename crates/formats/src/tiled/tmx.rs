//! Reads TMX maps, TSX tilesets and TX templates, which are XML.
//!
//! Elements and attributes that are not named here are skipped.

use super::counts::{Dropped, Kept, Palette, without_flags};
use super::model::{
    Block, Content, Layer, LayerHead, Map, Object, Orientation, Properties, Shape, Tile, Tileset, property_value,
    tileset_name,
};
use super::packing::{Cells, Problem};
use super::xml::{Element, Piece, Xml};
use crate::{FormatError, limits};

/// Reads a map.
pub(super) fn read_map(name: &str, text: &str) -> Result<Map, FormatError> {
    let mut xml = Xml::new(name, text);
    let root = xml.root()?;
    let what = root.name();
    if what != "map" {
        let found = match what.as_str() {
            "tileset" => "this is a tileset of Tiled, which is no map".to_owned(),
            "template" => "this is a template of Tiled, which is no map".to_owned(),
            what => format!("the outermost element is <{what}>"),
        };
        return Err(xml.fail(root.at, &found, "a map, whose outermost element is <map>"));
    }
    let mut map = Map::default();
    let orientation = xml.text(&root, "orientation")?;
    map.orientation = match orientation.as_deref() {
        None => Orientation::Orthogonal,
        Some(text) => Orientation::from_text(text).map_err(|refused| xml.fail_with(root.at, refused))?,
    };
    map.infinite = xml.text(&root, "infinite")?.is_some_and(|text| text != "0" && text != "false");
    map.width = xml.whole(&root, "width")?.unwrap_or(0);
    map.height = xml.whole(&root, "height")?.unwrap_or(0);
    map.tile_width = xml.number(&root, "tilewidth")?.unwrap_or(0.0);
    map.tile_height = xml.number(&root, "tileheight")?.unwrap_or(0.0);
    map.tiled_version = xml.text_or_empty(&root, "tiledversion")?;
    map.check().map_err(|refused| xml.fail_with(root.at, refused))?;
    let mut reader = MapReader { xml, map };
    reader.content((0.0, 0.0), true)?;
    reader.xml.finish()?;
    Ok(reader.map)
}

/// Reads a tileset that has a file of its own.
pub(super) fn read_tileset(text: &str, kept: &mut Kept, dropped: &mut Dropped) -> Result<Tileset, FormatError> {
    let mut xml = Xml::new("the tileset", text);
    let root = xml.root()?;
    if !root.is("tileset") {
        return Err(xml.fail(root.at, "this is no tileset", "<tileset>"));
    }
    tileset(&mut xml, &root, kept, dropped)
}

/// Reads a template: its object, and the tileset of its tile if it has one.
pub(super) fn read_template(text: &str, kept: &mut Kept) -> Result<(Object, Option<Tileset>), FormatError> {
    let mut xml = Xml::new("the template", text);
    let root = xml.root()?;
    if !root.is("template") {
        return Err(xml.fail(root.at, "this is no template", "<template>"));
    }
    let (mut of_tile, mut found) = (None, None);
    while let Some(element) = xml.child()? {
        if element.is("tileset") {
            of_tile = Some(tileset(&mut xml, &element, kept, &mut Dropped::default())?);
        } else if element.is("object") {
            found = Some(object(&mut xml, &element, kept)?);
        } else {
            xml.skip()?;
        }
    }
    found.map(|object| (object, of_tile)).ok_or_else(|| xml.fail(0, "there is no object", "<object>"))
}

struct MapReader<'a> {
    xml: Xml<'a>,
    map: Map,
}

impl MapReader<'_> {
    /// Reads the elements of the map, or of a group with this offset.
    fn content(&mut self, group: (f64, f64), is_map: bool) -> Result<(), FormatError> {
        while let Some(element) = self.xml.child()? {
            match element.tag() {
                b"properties" if is_map => self.map.properties = properties(&mut self.xml, &mut self.map.kept)?,
                b"tileset" if is_map => {
                    let Map { kept, dropped, tilesets, .. } = &mut self.map;
                    kept.item().map_err(|refused| self.xml.fail_with(element.at, refused))?;
                    tilesets.push(tileset(&mut self.xml, &element, kept, dropped)?);
                }
                b"layer" => self.layer(&element, group)?,
                b"objectgroup" => self.objects(&element, group)?,
                b"group" => {
                    let head = self.head(&element)?;
                    head.count(&mut self.map.dropped);
                    self.content(head.offset_in(group), false)?;
                }
                b"imagelayer" => {
                    self.map.dropped.count("picture layer|", 1);
                    self.xml.skip()?;
                }
                _ => self.xml.skip()?,
            }
        }
        Ok(())
    }

    fn head(&mut self, element: &Element<'_>) -> Result<LayerHead, FormatError> {
        let xml = &self.xml;
        self.map.kept.item().map_err(|refused| xml.fail_with(element.at, refused))?;
        let number = |key, usual| Ok(xml.number(element, key)?.unwrap_or(usual));
        Ok(LayerHead {
            name: xml.text_or_empty(element, "name")?,
            offset: (number("offsetx", 0.0)?, number("offsety", 0.0)?),
            opacity: number("opacity", 1.0)?,
            has_tint: xml.text(element, "tintcolor")?.is_some(),
            has_parallax: number("parallaxx", 1.0)? != 1.0 || number("parallaxy", 1.0)? != 1.0,
        })
    }

    fn layer(&mut self, element: &Element<'_>, group: (f64, f64)) -> Result<(), FormatError> {
        let head = self.head(element)?;
        head.count(&mut self.map.dropped);
        let xml = &mut self.xml;
        let corner = (xml.whole(element, "x")?.unwrap_or(0), xml.whole(element, "y")?.unwrap_or(0));
        let width = xml.whole(element, "width")?.unwrap_or(self.map.width);
        let height = xml.whole(element, "height")?.unwrap_or(self.map.height);
        let mut blocks = Vec::new();
        let mut of_layer = Properties::new();
        while let Some(child) = xml.child()? {
            let Map { palette, kept, infinite, .. } = &mut self.map;
            if child.is("data") {
                let all = Data { xml, palette, kept, is_infinite: *infinite };
                blocks.extend(all.read(&child, corner, (width, height))?);
            } else if child.is("properties") {
                of_layer = properties(xml, kept)?;
            } else {
                xml.skip()?;
            }
        }
        let offset = head.offset_in(group);
        self.map.layers.push(Layer::new(head.name, offset, &of_layer, Content::Tiles(blocks)));
        Ok(())
    }

    fn objects(&mut self, element: &Element<'_>, group: (f64, f64)) -> Result<(), FormatError> {
        let head = self.head(element)?;
        head.count(&mut self.map.dropped);
        let mut all = Vec::new();
        let mut of_layer = Properties::new();
        while let Some(child) = self.xml.child()? {
            match child.tag() {
                b"object" => all.push(object(&mut self.xml, &child, &mut self.map.kept)?),
                b"properties" => of_layer = properties(&mut self.xml, &mut self.map.kept)?,
                _ => self.xml.skip()?,
            }
        }
        let offset = head.offset_in(group);
        self.map.layers.push(Layer::new(head.name, offset, &of_layer, Content::Objects(all)));
        Ok(())
    }
}

/// Reads the cells of a layer.
struct Data<'m, 'a> {
    xml: &'m mut Xml<'a>,
    palette: &'m mut Palette,
    kept: &'m mut Kept,
    is_infinite: bool,
}

impl Data<'_, '_> {
    fn read(
        mut self,
        data: &Element<'_>,
        (x, y): (i64, i64),
        (width, height): (u64, u64),
    ) -> Result<Vec<Block>, FormatError> {
        let encoding = self.xml.text_or_empty(data, "encoding")?;
        let compression = self.xml.text_or_empty(data, "compression")?;
        if !matches!(encoding.as_str(), "" | "csv" | "base64") {
            let found = format!("the encoding is {encoding:?}");
            return Err(self.xml.fail(data.at, &found, "csv, base64 or none"));
        }
        let packing = (encoding.as_str(), compression.as_str());
        if self.is_infinite {
            return self.chunks(packing);
        }
        let cells = self.rectangle(data.at, (width, height), packing)?;
        Ok(vec![Block { x, y, width: width as usize, cells }])
    }

    /// Reads the chunks of an infinite map.
    fn chunks(&mut self, packing: (&str, &str)) -> Result<Vec<Block>, FormatError> {
        let mut blocks = Vec::new();
        while let Some(chunk) = self.xml.child()? {
            if !chunk.is("chunk") {
                self.xml.skip()?;
                continue;
            }
            let side = |key| self.xml.whole::<u64>(&chunk, key);
            let (Some(width), Some(height)) = (side("width")?, side("height")?) else {
                return Err(self.xml.fail(chunk.at, "a chunk has no size", "width and height"));
            };
            let corner = |key| Ok(self.xml.whole::<i32>(&chunk, key)?.map_or(0, i64::from));
            let (x, y) = (corner("x")?, corner("y")?);
            self.kept.item().map_err(|refused| self.xml.fail_with(chunk.at, refused))?;
            let cells = self.rectangle(chunk.at, (width, height), packing)?;
            blocks.push(Block { x, y, width: width as usize, cells });
        }
        Ok(blocks)
    }

    /// Reads the cells inside the element that was opened last.
    fn rectangle(
        &mut self,
        at: usize,
        (width, height): (u64, u64),
        (encoding, compression): (&str, &str),
    ) -> Result<Vec<u16>, FormatError> {
        let expected = self.kept.cells(width, height).map_err(|refused| self.xml.fail_with(at, refused))?;
        let mut cells = Cells::new(self.palette, expected);
        let mut packed = String::new();
        let refuse = |xml: &Xml<'_>, start: usize, problem: &Problem| {
            xml.fail(start.saturating_add(problem.at), &problem.found, &problem.expected)
        };
        loop {
            match self.xml.next()? {
                Piece::Text(text, start) if encoding == "csv" => {
                    cells.csv(&text).map_err(|problem| refuse(self.xml, start, &problem))?;
                }
                Piece::Text(text, _) if encoding == "base64" && packed.is_empty() => packed = text.into_owned(),
                Piece::Text(text, _) if encoding == "base64" => packed.push_str(&text),
                Piece::Text(text, start) if !text.trim().is_empty() => {
                    return Err(self.xml.fail(start, "there is text among the cells", "<tile gid=…/>"));
                }
                Piece::Text(..) => {}
                Piece::Open(tile) => {
                    if encoding.is_empty() && tile.is("tile") {
                        let gid = self.xml.whole(&tile, "gid")?.unwrap_or(0);
                        cells.push(gid).map_err(|problem| refuse(self.xml, tile.at, &problem))?;
                    }
                    self.xml.skip()?;
                }
                Piece::Close | Piece::End => break,
            }
        }
        if encoding == "base64" {
            cells.base64(packed.trim(), compression).map_err(|problem| refuse(self.xml, at, &problem))?;
        }
        cells.finish().map_err(|problem| refuse(self.xml, at, &problem))
    }
}

/// Reads the tileset that was opened last.
fn tileset(
    xml: &mut Xml<'_>,
    element: &Element<'_>,
    kept: &mut Kept,
    dropped: &mut Dropped,
) -> Result<Tileset, FormatError> {
    let mut found = Tileset {
        name: tileset_name(&xml.text_or_empty(element, "name")?),
        first: xml.whole(element, "firstgid")?.unwrap_or(0),
        source: xml.text(element, "source")?.map(Into::into),
        tile_width: xml.number(element, "tilewidth")?.unwrap_or(0.0),
        tile_height: xml.number(element, "tileheight")?.unwrap_or(0.0),
        alignment: xml.text_or_empty(element, "objectalignment")?,
        columns: xml.whole(element, "columns")?.unwrap_or(0),
        margin: xml.whole(element, "margin")?.unwrap_or(0),
        spacing: xml.whole(element, "spacing")?.unwrap_or(0),
        ..Tileset::default()
    };
    while let Some(child) = xml.child()? {
        match child.tag() {
            b"tile" => {
                kept.item().map_err(|refused| xml.fail_with(child.at, refused))?;
                let id = xml.whole(&child, "id")?.unwrap_or(0);
                let size = (found.tile_width, found.tile_height);
                found.tiles.insert(id, tile(xml, &child, size, kept, dropped)?);
            }
            b"image" => {
                found.picture = xml.text(&child, "source")?.map(Into::into);
                xml.skip()?;
            }
            b"wangsets" => {
                while let Some(set) = xml.child()? {
                    dropped.count("Wang set|", usize::from(set.is("wangset")));
                    xml.skip()?;
                }
            }
            _ => xml.skip()?,
        }
    }
    Ok(found)
}

fn tile(
    xml: &mut Xml<'_>,
    element: &Element<'_>,
    (width, height): (f64, f64),
    kept: &mut Kept,
    dropped: &mut Dropped,
) -> Result<Tile, FormatError> {
    let mut found = Tile { class: class(xml, element)?.unwrap_or_default(), ..Tile::default() };
    while let Some(child) = xml.child()? {
        match child.tag() {
            b"properties" => found.properties = properties(xml, kept)?,
            b"objectgroup" => {
                while let Some(shape) = xml.child()? {
                    if shape.is("object") {
                        found.has_shape |= object(xml, &shape, kept)?.covers_half(width, height);
                    } else {
                        xml.skip()?;
                    }
                }
            }
            b"image" => {
                found.picture = xml.text(&child, "source")?.map(Into::into);
                xml.skip()?;
            }
            b"animation" => {
                dropped.count("animation|", 1);
                xml.skip()?;
            }
            _ => xml.skip()?,
        }
    }
    Ok(found)
}

/// Returns the class of a tile or an object. Tiled 1.9 alone called the attribute `class`.
fn class(xml: &Xml<'_>, element: &Element<'_>) -> Result<Option<String>, FormatError> {
    let kind = xml.text(element, "type")?.filter(|kind| !kind.is_empty());
    Ok(if kind.is_some() { kind } else { xml.text(element, "class")? }.map(Into::into))
}

/// Reads the object that was opened last.
fn object(xml: &mut Xml<'_>, element: &Element<'_>, kept: &mut Kept) -> Result<Object, FormatError> {
    kept.item().map_err(|refused| xml.fail_with(element.at, refused))?;
    let mut found = Object {
        class: class(xml, element)?,
        name: xml.text(element, "name")?.map(Into::into),
        x: xml.number(element, "x")?.unwrap_or(0.0),
        y: xml.number(element, "y")?.unwrap_or(0.0),
        width: xml.number(element, "width")?,
        height: xml.number(element, "height")?,
        gid: xml.whole(element, "gid")?.map(without_flags).filter(|&gid| gid > 0),
        rotation: xml.number(element, "rotation")?,
        template: xml.text(element, "template")?.map(Into::into),
        ..Object::default()
    };
    while let Some(child) = xml.child()? {
        match child.tag() {
            b"properties" => {
                found.properties = properties(xml, kept)?;
                continue;
            }
            b"ellipse" => found.shape = Some(Shape::Ellipse),
            b"capsule" => found.shape = Some(Shape::Capsule),
            b"point" => found.shape = Some(Shape::Point),
            b"text" => found.shape = Some(Shape::Text),
            b"polygon" => found.shape = Some(Shape::Polygon(points(xml, &child, kept)?)),
            b"polyline" => found.shape = Some(Shape::Polyline(points(xml, &child, kept)?)),
            _ => {}
        }
        xml.skip()?;
    }
    Ok(found)
}

/// Reads the corners of a polygon or a polyline: `0,0 16,0`.
fn points(xml: &Xml<'_>, element: &Element<'_>, kept: &mut Kept) -> Result<Vec<(f64, f64)>, FormatError> {
    let text = xml.text_or_empty(element, "points")?;
    let mut all = Vec::new();
    for point in text.split_ascii_whitespace() {
        kept.item().map_err(|refused| xml.fail_with(element.at, refused))?;
        let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
        let both = point.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
        let Some(both) = both else {
            let found = format!("the point {point:?} is no pair of numbers");
            return Err(xml.fail(element.at, &found, "points such as 0,0 16,0"));
        };
        all.push(both);
        if all.len() > limits::LIST {
            let found = format!("an outline has more than {} points", limits::LIST);
            return Err(xml.fail(element.at, &found, &format!("at most {}", limits::LIST)));
        }
    }
    Ok(all)
}

/// Reads the properties inside the element that was opened last.
fn properties(xml: &mut Xml<'_>, kept: &mut Kept) -> Result<Properties, FormatError> {
    let mut all = Properties::new();
    while let Some(element) = xml.child()? {
        if !element.is("property") {
            xml.skip()?;
            continue;
        }
        kept.item().map_err(|refused| xml.fail_with(element.at, refused))?;
        let name = xml.text_or_empty(&element, "name")?;
        let kind = xml.text_or_empty(&element, "type")?;
        let value = xml.text(&element, "value")?.map(|value| property_value(&kind, &value));
        // A text with several lines is the content of the element.
        let content = xml.content()?;
        all.push((name, value.unwrap_or_else(|| property_value(&kind, &content))));
    }
    Ok(all)
}
