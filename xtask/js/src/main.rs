//! Writes the JavaScript for a program with `wasm-bindgen`, as its command-line tool does: `js PROGRAM.wasm DIRECTORY`.

use std::env;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [program, directory] = arguments.as_slice() else {
        return Err("expected a program and a directory".into());
    };
    let mut bindings = wasm_bindgen_cli_support::Bindgen::new();
    bindings.input_path(program).web(true)?.typescript(false);
    bindings.remove_name_section(true).remove_producers_section(true).generate(Path::new(directory))?;
    Ok(())
}
