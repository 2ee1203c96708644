//! Files that are never read. Each is named in one sentence that says what to do.

use crate::support::{is_clear, read_sample};
use gridscope_formats::{Options, read_bytes};

/// Returns bytes with these parts at these places, and zeros between them.
fn at(parts: &[(usize, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &(place, part) in parts {
        bytes.resize(place.max(bytes.len()), 0);
        bytes.extend(part);
    }
    bytes.extend([0; 64]);
    bytes
}

fn zip(name: &str, inside: &[u8]) -> Vec<u8> {
    at(&[(0, b"PK\x03\x04"), (26, &[name.len() as u8, 0]), (30, name.as_bytes()), (30 + name.len(), inside)])
}

#[test]
fn foreign_file_kinds_are_named_with_advice() {
    let text = |text: &str| text.as_bytes().to_vec();
    for (bytes, what, instead) in [
        (at(&[(0, b"\x89PNG\n\x1a\n")]), "a damaged picture (PNG)", "undamaged PNG"),
        (at(&[(0, b"\xff\xd8\xff\xe0")]), "a picture (JPEG)", "a PNG of the map with one pixel a cell"),
        (at(&[(0, b"GIF89a")]), "a picture (GIF)", "PNG"),
        (at(&[(0, b"RIFF\x24\0\0\0WEBPVP8 ")]), "a picture (WebP)", "PNG"),
        (at(&[(0, b"RIFF\x24\0\0\0WAVEfmt ")]), "a sound or a video", "a map"),
        (at(&[(0, b"BM\x36\x10")]), "a picture (BMP)", "PNG"),
        (at(&[(0, b"II*\0")]), "a picture (TIFF)", "PNG"),
        (at(&[(0, b"\0\0\0\x1cftypavif")]), "a picture (AVIF or HEIC)", "PNG"),
        (at(&[(0, b"\x80\x01\0\0\xe0\xa5\x01\0")]), "a sprite of Aseprite", "exported as PNG"),
        (at(&[(0, b"%PDF-1.7")]), "a document (PDF)", "a map"),
        (text("%PDF-1.4\n"), "a document (PDF)", "a map"),
        (at(&[(0, b"SQLite format 3\0")]), "a database (SQLite)", "exported as"),
        (at(&[(0, b"\x7fELF\x02")]), "a program (ELF)", "never run"),
        (at(&[(0, b"MZ\x90\0")]), "a program (EXE)", "never run"),
        (text("#!/usr/bin/env python3\n"), "a script", "never run"),
        (at(&[(0, b"\x80\x04\x95")]), "a pickle of Python", "numpy.save"),
        (at(&[(0, b"\x89HDF\r\n\x1a\n")]), "a file of HDF5", "numpy.save"),
        (at(&[(0, b"PAR1")]), "a table (Parquet)", "CSV"),
        (at(&[(0, b"7z\xbc\xaf\x27\x1c")]), "a packed file (7z)", "packed in it"),
        (at(&[(257, b"ustar")]), "a packed file (tar)", "packed in it"),
        (zip("free.npy", b""), "(.npz)", "numpy.load(\"FILE.npz\")[\"free\"]"),
        (zip("[Content_Types].xml", b""), "a document or a spreadsheet", "CSV"),
        (zip("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"), "a spreadsheet", "CSV"),
        (zip("mimetype", b"image/openraster"), "Krita", "PNG"),
        (zip("level1.tmx", b""), "a packed file (ZIP)", "packed in it"),
        (b"\xff\xfe#\0#\0".to_vec(), "a text in UTF-16", "UTF-8"),
        (text("P2\n4 1\n255\n254 0 0 254\n"), "PGM, PBM or PPM", ".yaml"),
        (b"P6 2 1 255\n\xff\0\0\xff\0\0".to_vec(), "PGM, PBM or PPM", ".yaml"),
        (text("<!DOCTYPE html><html></html>"), "a web page (HTML)", "the file itself"),
        (text("\u{feff}<html lang='en'>"), "a web page (HTML)", "the file itself"),
        (text("<?xml version='1.0'?>\n<!-- <map> -->\n<svg xmlns='x'>"), "a drawing (SVG)", "PNG"),
        (text("<tileset name='a'/>"), "a tileset of Tiled", "a map"),
        (text("<?xml version='1.0'?><template>"), "a template of Tiled", "a map"),
        (text("<?xml version='1.0'?><room>"), "root element \"room\"", "a map"),
        (text("c roads\np sp 3 2\na 1 2 5\na 2 3 4\n"), "a graph (DIMACS)", "a map of cells"),
        (text("p edge 3 2\ne 1 2\ne 2 3\n"), "a graph (DIMACS)", "a map of cells"),
        (text("mesh\n2\n4 1\n0 0 2 0 -1\n"), "a mesh of polygons", "map of cells"),
        (text("Xu, Gg, Wwf\n1 Ke, Gg^Fp, Ww\nXu, Gg, Ww\n"), "a map of Wesnoth", "square cells"),
        (text("MAZE:\"a\",' '\nGEOMETRY:center,center\nMAP\n---\n|.|\n---\nENDMAP\n"), "NetHack", "rows of its map"),
        (text("des.map([[\n---\n|.|\n---\n]]);\n"), "a level of NetHack", "rows of its map"),
        (text("{\"settings\":{},\"cells\":[[16,4]],\"cell_bit\":{\"block\":1}}"), "a dungeon of donjon", "(.csv)"),
        (text("map_server:\n  ros__parameters:\n    yaml_filename: \"a.yaml\"\n"), "YAML without a map", "image:"),
        (text("return {\n  version = \"1.10\",\n  tilewidth = 16,\n}\n"), "exported as Lua", "TMX or JSON"),
        (text("[gd_resource type=\"TileSet\"]\n"), "Godot", "a map"),
        (text("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n"), "Unity", "a map"),
        (text("return {\n  version = \"1.10\",\n  tilewidth = 16,\n"), "exported as Lua", "TMX or JSON"),
        (text("digraph { a -> b }"), "a graph (DOT)", "only written"),
        (text("{\"ogmoVersion\": \"3.4.0\", \"layers\": []}"), "Ogmo", "CSV"),
        (text("{\"name\": \"a\\\"b\", \"type\": \"tileset\"}"), "a tileset of Tiled", "the map that uses"),
        (text("{\"cells\": [{\"type\": 1}], \"nbformat\": 4}"), "Jupyter", "numpy.save"),
        (text("{\"type\": \"FeatureCollection\", \"features\": []}"), "GeoJSON", "a map of cells"),
        (text("[[0, 0], [0, 1]]"), "a list in JSON", "CSV"),
        (text("0 0 0\n0 1 0\n"), "a table of numbers", "--from csv"),
    ] {
        let error = read_bytes("file", &bytes, &Options::default()).expect_err(what);
        is_clear(what, &error);
        let said = error.to_string();
        let refused = [", which is not read", ", which is no map", "is only written"];
        assert!(said.starts_with("file") && refused.iter().any(|words| said.contains(words)), "{said}");
        assert!(said.contains(what) && error.expected.contains(instead), "{what}: {said}");
    }
    let error = read_sample("roguelike/room.ogmo-level.json").unwrap_err().to_string();
    assert!(error.contains("Ogmo"), "{error}");
}

#[test]
fn csv_file_that_is_something_else_is_refused() {
    for (bytes, what) in [(&b"<html><body>404</body></html>"[..], "a web page"), (b"PK\x03\x04\0\0", "a packed file")] {
        let error = read_bytes("map.csv", bytes, &Options::default()).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn text_map_is_no_foreign_file() {
    for map in [
        "<G....>\n#.....#\n",
        "#!/.#\n",
        "BM#..\n",
        "GG#..G\n",
        "P..\n",
        "<..>\n",
        "..\n.#\n",
        "{\"format\": \"gridscope-scene\", \"version\": 1, \"rows\": [\"..\"]}",
    ] {
        if let Err(error) = read_bytes("map", map.as_bytes(), &Options::default()) {
            assert!(!error.found.contains("not read"), "{map}: {error}");
        }
    }
    // A character that is cut at the end of the first bytes does not make a text binary.
    let long = format!("#!{}\n", "↑".repeat(3000));
    assert!(read_bytes("map", long.as_bytes(), &Options::default()).is_ok());
    // A key inside a scene is not a key of the outermost object.
    let scene =
        "{\"format\": \"gridscope-scene\", \"version\": 1, \"rows\": [\"..\"], \"notes\": \"\\\"ogmoVersion\\\":\"}";
    assert!(read_bytes("map", scene.as_bytes(), &Options::default()).is_ok());
}
