//! Writes the JavaScript beside a wasm file: `gridscope-bindgen IN.wasm FOLDER NAME`.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder, name] = arguments.as_slice() else {
        eprintln!("usage: gridscope-bindgen IN.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).typescript(true);
    bindgen.remove_name_section(true).remove_producers_section(true).omit_default_module_path(false);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{input}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
