//! The seven languages: how each writes constants, rows and lists.

use crate::{FormatInfo, Keeps, Kept};

/// The parts of a scene that an array keeps.
const KEEPS: Keeps = Keeps::of([Kept::All, Kept::All, Kept::Part, Kept::Nothing, Kept::Nothing]);

/// A language in which a map is written as an array.
#[derive(Debug)]
pub(crate) struct SourceArray {
    pub(super) info: FormatInfo,
    /// Sign that begins a comment to the end of the line.
    pub(super) line_comment: &'static str,
    /// Lines before the constants, and after the last list.
    pub(super) head: &'static str,
    pub(super) foot: &'static str,
    /// Indentation of constants, and the further indentation of rows.
    pub(super) indent: &'static str,
    pub(super) inner: &'static str,
    /// Constant for a number of cells, with `{name}` and `{value}`.
    pub(super) count: &'static str,
    /// Constant for the number of a tile.
    pub(super) byte: &'static str,
    /// Beginning of a grid with `{name}`, and its end.
    pub(super) grid_begin: &'static str,
    pub(super) grid_end: &'static str,
    /// Type of an element in `grid_begin`, and those of whole numbers and of decimals in its place; may be empty.
    pub(super) types: [&'static str; 3],
    /// Beginning and end of a row.
    pub(super) row_begin: &'static str,
    pub(super) row_end: &'static str,
    /// Lines before the actors with their `{count}`, an actor with `{kind}`, `{x}` and `{y}`, and the lines after them.
    pub(super) actors_begin: &'static str,
    pub(super) actor: &'static str,
    pub(super) actors_end: &'static str,
}

impl SourceArray {
    /// C. The constants have internal linkage, so the file can be included as a header. An actor without a kind ends the
    /// list, because C has no empty arrays.
    pub(crate) const C: Self = Self {
        info: FormatInfo::only_written("c-array", "C array", &["c", "h"], KEEPS),
        line_comment: "//",
        head: "\n",
        foot: "",
        indent: "",
        inner: "    ",
        count: "enum { {name} = {value} };",
        byte: "enum { {name} = {value} };",
        grid_begin: "static const unsigned char {name}[HEIGHT][WIDTH] = {",
        grid_end: "};",
        types: ["unsigned char", "unsigned", "double"],
        row_begin: "{",
        row_end: "}",
        actors_begin: "struct map_actor { const char *kind; int x, y; };\nenum { ACTOR_COUNT = {count} };\n\
            static const struct map_actor ACTORS[ACTOR_COUNT + 1] = {\n",
        actor: "{\"{kind}\", {x}, {y}},",
        actors_end: "    {0, 0, 0}\n};\n",
    };

    /// C#, as the constants of a static class.
    pub(crate) const CSHARP: Self = Self {
        info: FormatInfo::only_written("csharp-array", "C# array", &["cs"], KEEPS),
        line_comment: "//",
        head: "\npublic static class GridscopeMap\n{\n",
        foot: "}\n",
        indent: "    ",
        inner: "    ",
        count: "public const int {name} = {value};",
        byte: "public const byte {name} = {value};",
        grid_begin: "public static readonly byte[,] {name} =\n    {",
        grid_end: "};",
        types: ["byte", "int", "double"],
        row_begin: "{ ",
        row_end: " }",
        actors_begin: "    public static readonly (string Kind, int X, int Y)[] ACTORS =\n    {\n",
        actor: "(\"{kind}\", {x}, {y}),",
        actors_end: "    };\n",
    };

    /// `GDScript`, for Godot 3 and 4.
    pub(crate) const GDSCRIPT: Self = Self {
        info: FormatInfo::only_written("gdscript-array", "GDScript array", &["gd"], KEEPS),
        line_comment: "#",
        head: "\n",
        foot: "",
        indent: "",
        inner: "\t",
        count: "const {name} = {value}",
        byte: "const {name} = {value}",
        grid_begin: "const {name} = [",
        grid_end: "]",
        types: [""; 3],
        row_begin: "[",
        row_end: "]",
        actors_begin: "const ACTORS = [\n",
        actor: "{\"kind\": \"{kind}\", \"x\": {x}, \"y\": {y}},",
        actors_end: "]\n",
    };

    /// JavaScript, as a module.
    pub(crate) const JAVASCRIPT: Self = Self {
        info: FormatInfo::only_written("js-array", "JavaScript array", &["js"], KEEPS),
        line_comment: "//",
        head: "\n",
        foot: "",
        indent: "",
        inner: "  ",
        count: "export const {name} = {value};",
        byte: "export const {name} = {value};",
        grid_begin: "export const {name} = [",
        grid_end: "];",
        types: [""; 3],
        row_begin: "[",
        row_end: "]",
        actors_begin: "export const ACTORS = [\n",
        actor: "{ kind: \"{kind}\", x: {x}, y: {y} },",
        actors_end: "];\n",
    };

    /// Lua, as a table that the file returns. Lists of Lua begin at 1.
    pub(crate) const LUA: Self = Self {
        info: FormatInfo::only_written("lua-array", "Lua array", &["lua"], KEEPS),
        line_comment: "--",
        head: "-- Lists begin at 1, so the tile of the cell (x, y) is TILES[y + 1][x + 1].\n\nreturn {\n",
        foot: "}\n",
        indent: "  ",
        inner: "  ",
        count: "{name} = {value},",
        byte: "{name} = {value},",
        grid_begin: "{name} = {",
        grid_end: "},",
        types: [""; 3],
        row_begin: "{",
        row_end: "}",
        actors_begin: "  ACTORS = {\n",
        actor: "{ kind = \"{kind}\", x = {x}, y = {y} },",
        actors_end: "  },\n",
    };

    /// Python.
    pub(crate) const PYTHON: Self = Self {
        info: FormatInfo::only_written("python-array", "Python array", &["py"], KEEPS),
        line_comment: "#",
        head: "\n",
        foot: "",
        indent: "",
        inner: "    ",
        count: "{name} = {value}",
        byte: "{name} = {value}",
        grid_begin: "{name} = [",
        grid_end: "]",
        types: [""; 3],
        row_begin: "[",
        row_end: "]",
        actors_begin: "# Kind, x and y of each.\nACTORS = [\n",
        actor: "(\"{kind}\", {x}, {y}),",
        actors_end: "]\n",
    };

    /// Rust, as a module.
    pub(crate) const RUST: Self = Self {
        info: FormatInfo::only_written("rust-array", "Rust array", &["rs"], KEEPS),
        line_comment: "//",
        head: "\n",
        foot: "",
        indent: "",
        inner: "    ",
        count: "pub const {name}: usize = {value};",
        byte: "pub const {name}: u8 = {value};",
        grid_begin: "pub static {name}: [[u8; WIDTH]; HEIGHT] = [",
        grid_end: "];",
        types: ["u8", "u32", "f64"],
        row_begin: "[",
        row_end: "]",
        actors_begin: "pub struct Actor {\n    pub kind: &'static str,\n    pub x: usize,\n    pub y: usize,\n}\n\n\
            pub static ACTORS: [Actor; {count}] = [\n",
        actor: "Actor { kind: \"{kind}\", x: {x}, y: {y} },",
        actors_end: "];\n",
    };
}
