//! Writes TMX maps, as Tiled writes them.

use super::output::{OutObject, Output, TILED_VERSION, TILESET, VERSION, check_length, tiles};
use crate::FormatError;
use crate::tileset::{COUNT, PIXELS};
use serde_json::Value;
use std::fmt::{self, Write as _};

/// Text of a file, and the number of characters that XML cannot hold.
struct Xml {
    text: String,
    lost: usize,
}

/// Returns the text of a map, and the number of characters that XML cannot hold. They are written as U+FFFD.
pub(super) fn write(map: &Output<'_>) -> Result<(String, usize), FormatError> {
    let mut xml = Xml { text: String::new(), lost: 0 };
    let (width, height) = map.size();
    xml.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    let (layers, objects) = (map.object_layer().saturating_add(1), map.objects.len().saturating_add(1));
    xml.line(&format!(
        "<map version=\"{VERSION}\" tiledversion=\"{TILED_VERSION}\" orientation=\"orthogonal\" \
         renderorder=\"right-down\" width=\"{width}\" height=\"{height}\" tilewidth=\"{PIXELS}\" \
         tileheight=\"{PIXELS}\" infinite=\"0\" nextlayerid=\"{layers}\" nextobjectid=\"{objects}\">"
    ));
    xml.properties(&map.properties, " ");
    xml.tileset(map);
    for (id, &layer) in (1..).zip(&map.layers) {
        let opacity = if id == 1 { "" } else { " opacity=\"0.5\"" };
        let name = layer.name();
        xml.line(&format!(" <layer id=\"{id}\" name=\"{name}\" width=\"{width}\" height=\"{height}\"{opacity}>"));
        xml.line("  <data encoding=\"csv\">");
        for y in 0..height {
            map.push_row(layer, y, &mut xml.text);
            xml.line(if y.saturating_add(1) < height { "," } else { "" });
            check_length(&xml.text)?;
        }
        xml.line("</data>");
        xml.line(" </layer>");
    }
    xml.line(&format!(" <objectgroup draworder=\"index\" id=\"{}\" name=\"actors\">", map.object_layer()));
    for (id, object) in (1..).zip(&map.objects) {
        xml.object(id, object);
    }
    xml.line(" </objectgroup>");
    xml.line("</map>");
    check_length(&xml.text)?;
    Ok((xml.text, xml.lost))
}

impl Xml {
    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn push(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = self.text.write_fmt(text);
    }

    /// Appends an attribute.
    fn attribute(&mut self, name: &str, value: &str) {
        self.push(format_args!(" {name}=\""));
        for c in value.chars() {
            match c {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                '\t' | '\n' | '\r' => self.push(format_args!("&#{};", u32::from(c))),
                '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                    self.lost = self.lost.saturating_add(1);
                    self.text.push(char::REPLACEMENT_CHARACTER);
                }
                c => self.text.push(c),
            }
        }
        self.text.push('"');
    }

    fn properties(&mut self, all: &[(String, Value)], indent: &str) {
        if all.is_empty() {
            return;
        }
        self.line(&format!("{indent}<properties>"));
        for (name, value) in all {
            self.text.push_str(indent);
            self.text.push_str(" <property");
            self.attribute("name", name);
            match value {
                Value::Bool(_) => self.attribute("type", "bool"),
                Value::Number(_) => self.attribute("type", "int"),
                _ => {}
            }
            match value {
                Value::String(text) => self.attribute("value", text),
                other => self.attribute("value", &other.to_string()),
            }
            self.line("/>");
        }
        self.line(&format!("{indent}</properties>"));
    }

    fn tileset(&mut self, map: &Output<'_>) {
        self.line(&format!(
            " <tileset firstgid=\"1\" name=\"{TILESET}\" tilewidth=\"{PIXELS}\" tileheight=\"{PIXELS}\" \
             tilecount=\"{COUNT}\" columns=\"{COUNT}\">"
        ));
        self.text.push_str("  <image");
        self.attribute("source", &map.picture);
        self.line(&format!(" width=\"{}\" height=\"{PIXELS}\"/>", COUNT.saturating_mul(PIXELS)));
        for (id, tile) in tiles().iter().enumerate() {
            self.push(format_args!("  <tile id=\"{id}\" type=\"{}\"", tile.class));
            if tile.properties.is_empty() {
                self.line("/>");
                continue;
            }
            self.line(">");
            self.properties(&tile.properties, "   ");
            if tile.is_solid {
                self.line("   <objectgroup draworder=\"index\">");
                self.line(&format!("    <object id=\"1\" x=\"0\" y=\"0\" width=\"{PIXELS}\" height=\"{PIXELS}\"/>"));
                self.line("   </objectgroup>");
            }
            self.line("  </tile>");
        }
        self.line(" </tileset>");
    }

    fn object(&mut self, id: usize, object: &OutObject) {
        self.push(format_args!("  <object id=\"{id}\""));
        self.attribute("name", &object.name);
        self.attribute("type", object.class);
        if let Some(gid) = object.gid {
            self.push(format_args!(" gid=\"{gid}\""));
        }
        self.push(format_args!(" x=\"{}\" y=\"{}\"", object.x, object.y));
        if object.points.is_empty() {
            self.push(format_args!(" width=\"{}\" height=\"{}\"", object.size.0, object.size.1));
        }
        if object.points.is_empty() && object.properties.is_empty() {
            self.line("/>");
            return;
        }
        self.line(">");
        self.properties(&object.properties, "   ");
        if !object.points.is_empty() {
            let points: Vec<String> = object.points.iter().map(|(x, y)| format!("{x},{y}")).collect();
            self.line(&format!("   <polyline points=\"{}\"/>", points.join(" ")));
        }
        self.line("  </object>");
    }
}
