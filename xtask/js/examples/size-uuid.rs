//! A program that makes the text of an ID, and nothing else: beside `size-uuid7`.

use wasm_bindgen::prelude::wasm_bindgen;

/// Makes an ID.
#[wasm_bindgen]
pub fn id() -> String {
    uuid::Uuid::now_v7().to_string()
}
