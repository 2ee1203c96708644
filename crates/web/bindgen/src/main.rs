//! Writes the JavaScript beside a wasm file: `gridscope-bindgen IN.wasm FOLDER NAME [named]`. With `named` the functions
//! in the written wasm keep their names.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (input, folder, name, named) = match &arguments[..] {
        [input, folder, name] => (input, folder, name, false),
        [input, folder, name, named] if named == "named" => (input, folder, name, true),
        _ => {
            eprintln!("usage: gridscope-bindgen IN.wasm FOLDER NAME [named]");
            return ExitCode::from(2);
        }
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).typescript(!named).demangle(true);
    bindgen.remove_name_section(!named).remove_producers_section(true).omit_default_module_path(false);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{input}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
