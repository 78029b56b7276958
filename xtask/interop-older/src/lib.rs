//! Tests of the integrations with the older versions of libraries. The package has only tests.
