//! The notation, the runner, and every scenario file.

mod scenarios;
mod smoke;
