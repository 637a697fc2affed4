//! Pictures and fonts: SVG that cannot run or load anything, and files that are what their names say.

mod raster;
mod svg;
#[cfg(test)]
mod tests;

pub(crate) use raster::check_binary;
pub(crate) use svg::check_svg;
