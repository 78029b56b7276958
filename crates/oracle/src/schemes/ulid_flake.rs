//! Ulid-Flake, in its stand-alone and its scalable form.

mod codec;
mod generator;
mod model;

use super::Scheme;

/// Stand-alone Ulid-Flake.
pub static ULID_FLAKE: Scheme = Scheme {
    name: "ulid-flake",
    // The specification has no version.
    spec: ("Ulid-Flake", "unversioned"),
    layout: model::STAND_ALONE.layout,
    alternative: None,
    new_model: model::STAND_ALONE.new_model,
    codec: || codec::cases(&model::STAND_ALONE),
    traces: || generator::cases(&model::STAND_ALONE),
};

/// Scalable Ulid-Flake.
pub static SCALABLE_ULID_FLAKE: Scheme = Scheme {
    name: "ulid-flake-scalable",
    layout: model::SCALABLE.layout,
    new_model: model::SCALABLE.new_model,
    codec: || codec::cases(&model::SCALABLE),
    traces: || generator::cases(&model::SCALABLE),
    ..ULID_FLAKE
};
