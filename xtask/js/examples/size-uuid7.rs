//! A program that makes the text of an ID, and nothing else: beside `size-uuid`.

use wasm_bindgen::prelude::wasm_bindgen;

/// Makes an ID.
#[wasm_bindgen]
pub fn id() -> String {
    uuid7::Uuid7::new().to_string()
}
