//! Field of view on a grid, by five rules: what an eye sees, sector by sector.
//!
//! ```text
//! ###########
//! #.........#      the eye @ and a pillar: five rules agree on what lies in the open, and differ at the
//! #....##...#      edges of the shadow. Visible cells of an 11 × 8 map with one pillar: portal 82,
//! #.@.......#      symmetric 81, recursive 79, strips 80, bergstrom 83.
//! ###########
//! ```
//!
//! Other algorithms look through [`Sight`]: it needs no recording and allocates nothing after the first looks.
//!
//! Sources: Stephen Sherratt, *Apocalypse Post*, 7DRL 2016, and the crate `shadowcast`, 2018; Björn Bergström, *FOV
//! using recursive shadowcasting*, 2001; Albert Ford, *Symmetric Shadowcasting*, 2017; James McNeill, *2D portal
//! visibility*, 2007.

mod asymmetry;
pub mod bergstrom;
mod event;
pub mod portal;
pub mod recursive;
mod scan;
mod sentence;
mod sight;
mod slope;
pub mod strips;
pub mod symmetric;

pub use asymmetry::{Asymmetry, asymmetric_pairs};
pub use event::{Context, Hidden, How, ShadowEvent};
pub use scan::{HALVES, OCTANTS, QUADRANTS, Sector, reach};
pub use sight::{Ground, Look, Marked, PORTAL_RADIUS, Shape, Sight, Variant, Veil};
pub use slope::{Slope, Wedge};
