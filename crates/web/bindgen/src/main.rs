//! Two tools for the page:
//!
//! - `gridscope-bindgen IN.wasm FOLDER NAME [named]` writes the JavaScript beside a wasm file. With `named` the functions
//!   in the written wasm keep their names.
//! - `gridscope-bindgen split NAMED.wasm FOLDER` splits such a file into `first.wasm` and `later.wasm`, and the same with
//!   names: `first.named.wasm` and `later.named.wasm`. Standard input has the functions of the later part: one part of a
//!   name on each line. A line that begins with `!` keeps functions in the first part.

mod split;

use std::io::Read as _;
use std::path::Path;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match &arguments[..] {
        [split, named, folder] if split == "split" => write_parts(named, Path::new(folder)),
        [input, folder, name] => write_script(input, folder, name, false),
        [input, folder, name, named] if named == "named" => write_script(input, folder, name, true),
        _ => {
            eprintln!(
                "usage: gridscope-bindgen IN.wasm FOLDER NAME [named], or gridscope-bindgen split NAMED.wasm FOLDER"
            );
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gridscope-bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn write_script(input: &str, folder: &str, name: &str, named: bool) -> anyhow::Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).typescript(!named).demangle(true);
    bindgen.remove_name_section(!named).remove_producers_section(true).omit_default_module_path(false);
    bindgen.web(true)?.generate(folder)
}

fn write_parts(named: &str, folder: &Path) -> anyhow::Result<()> {
    let mut lines = String::new();
    std::io::stdin().read_to_string(&mut lines)?;
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    let (kept, later): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('!'));
    let kept: Vec<&str> = kept.iter().map(|line| &line[1..]).collect();
    let is_later = |name: &str| {
        let name = without_hashes(name);
        later.iter().any(|part| name.contains(part)) && !kept.iter().any(|part| name.contains(part))
    };
    let parts = split::split(&std::fs::read(named)?, is_later)?;
    for (name, part) in [("first", parts.first), ("later", parts.later)] {
        std::fs::write(folder.join(format!("{name}.wasm")), split::without_names(&part))?;
        std::fs::write(folder.join(format!("{name}.named.wasm")), part)?;
    }
    Ok(())
}

/// Returns a name without the hashes of its crates, which change with each version: `core[8419]::ptr` is `core::ptr`.
fn without_hashes(name: &str) -> String {
    let mut parts = name.split('[');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(']') {
            Some((hash, rest)) if hash.len() > 5 && hash.bytes().all(|b| b.is_ascii_hexdigit()) => out.push_str(rest),
            _ => out.extend(["[", part]),
        }
    }
    out
}
