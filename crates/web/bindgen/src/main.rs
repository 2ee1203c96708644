//! Two tools for the page:
//!
//! - `gridscope-bindgen IN.wasm FOLDER NAME [named]` writes the JavaScript beside a wasm file. With `named` the functions
//!   in the written wasm keep their names.
//! - `gridscope-bindgen split LINKED.wasm NAMED.wasm FOLDER` splits such a file into `first.wasm` and `later.wasm`, and
//!   writes the names of their functions into `first.txt` and `later.txt`. LINKED.wasm is the program as the linker has
//!   left it, with its references. They decide which functions can be loaded later.

mod reach;
mod split;

use std::path::Path;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;
use wasmparser::{KnownCustom, Name, Parser, Payload};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match &arguments[..] {
        [split, linked, named, folder] if split == "split" => write_parts(linked, named, Path::new(folder)),
        [input, folder, name] => write_script(input, folder, name, false),
        [input, folder, name, named] if named == "named" => write_script(input, folder, name, true),
        _ => {
            eprintln!(
                "usage: gridscope-bindgen IN.wasm FOLDER NAME [named], or gridscope-bindgen split LINKED.wasm NAMED.wasm FOLDER"
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
    bindgen.input_path(input).out_name(name).typescript(!named).demangle(false);
    bindgen.remove_name_section(!named).remove_producers_section(true).omit_default_module_path(false);
    bindgen.web(true)?.generate(folder)
}

fn write_parts(linked: &str, named: &str, folder: &Path) -> anyhow::Result<()> {
    let later = reach::later_functions(&std::fs::read(linked)?)?;
    let parts = split::split(&std::fs::read(named)?, |name| later.contains(name))?;
    for (name, part) in [("first", parts.first), ("later", parts.later)] {
        std::fs::write(folder.join(format!("{name}.wasm")), split::without_custom_sections(&part))?;
        std::fs::write(folder.join(format!("{name}.txt")), function_names(&part)?.join("\n"))?;
    }
    Ok(())
}

/// Returns the names of a program's functions, by their numbers.
fn function_names(program: &[u8]) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(program) {
        let Payload::CustomSection(custom) = payload? else { continue };
        let KnownCustom::Name(parts) = custom.as_known() else { continue };
        for part in parts {
            let Name::Function(functions) = part? else { continue };
            for function in functions {
                let function = function?;
                names.resize(names.len().max(function.index as usize + 1), String::new());
                names[function.index as usize] = format!("{:#}", rustc_demangle::demangle(function.name));
            }
        }
    }
    Ok(names)
}
