//! How everything looks, as data: colours and scales, the rules of roles, and the shapes of tiles and actors. The window,
//! pictures, pages, players and handouts draw it. What a renderer needs besides (fonts, pixels, strokes) is in the
//! renderer.

mod actors;
mod colours;
mod css;
pub mod drawn_signs;
pub mod layer_numbers;
mod movers;
pub mod refused;
mod rows;
mod shapes;
mod theme;
mod tiles;

pub(crate) use actors::signs_text;
pub use actors::{ActorLook, Sign, actor_colours, has_notch, is_second_side, look_of_actor, signs};
pub(crate) use colours::SCALES;
pub use colours::{Colours, Hue, Rgb, contrast, hex, mix};
pub use css::component;
pub(crate) use css::{named_in, variables};
pub use movers::{
    BADGE, BADGE_NUMBER, BADGE_NUMBER_FROM, BadgeLook, BadgeRole, HEAD, SQUARE_BELOW, TRAIL, look_of_badge,
};
pub use rows::map_module;
pub(crate) use rows::{actor_row, tile_row};
pub use shapes::{DETAIL, EDGE, Icon, Ink, SMALLEST_DISC, Shape};
pub(crate) use shapes::{list_inks, text};
pub use theme::{Look, figure, role};
pub use tiles::{Ground, Pose, SHARDS, TileLook, is_solid, look_of};
