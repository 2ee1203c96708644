//! Pictures of tiles and actors as short texts that the player draws.
//!
//! A picture is a list of shapes with `;` between them. A shape is a letter, a colour and numbers: `r` a rectangle from
//! one corner to the other, `d` a disc (centre, radius), `p` a polygon, `l` a line (width, points). Numbers are shares
//! of the cell's width from its top left corner.

use gridscope_trace::{ActorKind, Tile};

/// Returns the picture of a tile for a wall that runs from north to south, or an empty text if its colour is all.
pub(super) const fn tile(tile: Tile) -> &'static str {
    match tile {
        Tile::Floor | Tile::Wall => "",
        // A question mark in a circle.
        Tile::SecretDoor => {
            "l faint .035 .69 .52 .676 .593 .634 .654 .573 .696 .5 .71 .427 .696 .366 .654 .324 .593 .31 .52 .324 \
             .447 .366 .386 .427 .344 .5 .33 .573 .344 .634 .386 .676 .447 .69 .52;l faint .035 .435 .485 .454 \
             .446 .5 .43 .546 .446 .565 .485 .546 .524 .5 .54 .5 .565;d faint .5 .62 .025"
        }
        Tile::Void | Tile::Airless => "d faint .28 .34 .03;d faint .7 .72 .03",
        Tile::Door => "r door_edge .1 0 .27 1;r door .125 .025 .245 .975;d door_edge .185 .8 .03",
        Tile::DoorOpen | Tile::SecretDoorOpen => {
            "r door_edge .1 0 .94 .17;r door .125 .025 .915 .145;d door_edge .82 .085 .03"
        }
        Tile::DoorLocked => {
            "r door_edge .1 0 .27 1;r door .125 .025 .245 .975;r door_edge .12 .46 .25 .58;d door_edge .185 .44 .05"
        }
        Tile::Window => "r pane_line .34 0 .66 1;r pane .39 0 .61 1",
        Tile::OneWayN => {
            "r pane_line 0 .34 1 .66;r pane 0 .39 1 .61;l #ffffff .09 .5 .86 .5 .3;p #ffffff .5 .08 .68 .36 .32 .36"
        }
        Tile::OneWayS => {
            "r pane_line 0 .34 1 .66;r pane 0 .39 1 .61;l #ffffff .09 .5 .14 .5 .7;p #ffffff .5 .92 .68 .64 .32 .64"
        }
        Tile::OneWayE => {
            "r pane_line .34 0 .66 1;r pane .39 0 .61 1;l #ffffff .09 .14 .5 .7 .5;p #ffffff .92 .5 .64 .68 .64 .32"
        }
        Tile::OneWayW => {
            "r pane_line .34 0 .66 1;r pane .39 0 .61 1;l #ffffff .09 .86 .5 .3 .5;p #ffffff .08 .5 .36 .68 .36 .32"
        }
        Tile::Shutter => {
            "r door_edge .38 0 .62 1;r wood .4 .02 .6 .98;r door_edge .38 .155 .62 .179;r door_edge .38 .321 .62 .345;\
             r door_edge .38 .488 .62 .512;r door_edge .38 .655 .62 .679;r door_edge .38 .821 .62 .845"
        }
        Tile::ShutterOpen => {
            "r door_edge .38 0 .62 .2;r wood .4 .02 .6 .18;r door_edge .38 .8 .62 1;r wood .4 .82 .6 .98"
        }
        Tile::Portcullis => {
            "r rubble .36 .1 .64 .17;r rubble .36 .34 .64 .41;r rubble .36 .58 .64 .65;r rubble .36 .82 .64 .89;\
             r rubble .47 0 .53 1"
        }
        Tile::Rubble => {
            "p rubble .2 .48 .25 .36 .35 .36 .42 .48;p rubble .56 .4 .61 .28 .71 .28 .78 .4;\
             p rubble .4 .78 .45 .66 .55 .66 .62 .78"
        }
        Tile::Chair => "r wood .28 .28 .72 .72;r wood_shade .22 .26 .32 .74",
        Tile::Table => "r wood 0 0 1 1;r wood_shade 0 .93 1 1",
        Tile::Crate => {
            "r door_edge .12 .12 .88 .88;r wood .15 .15 .85 .85;l door_edge .05 .14 .14 .86 .86;\
             l door_edge .05 .86 .14 .14 .86"
        }
        Tile::Bush => "d bush .36 .6 .2;d bush .64 .6 .2;d bush .5 .36 .2",
        Tile::Tree => "d bush .5 .5 .4;d leaf_light .42 .42 .14",
        Tile::Swamp => {
            "l bush .035 .18 .30 .26 .52 .26 .30 .26 .52 .34 .30;\
             l bush .035 .58 .24 .66 .46 .66 .24 .66 .46 .74 .24;\
             l bush .035 .38 .64 .46 .86 .46 .64 .46 .86 .54 .64"
        }
        Tile::Water => {
            "l water_wave .05 .1 .36 .2 .403 .4 .317 .6 .403 .8 .317 .9 .36;\
             l water_wave .05 .1 .66 .2 .703 .4 .617 .6 .703 .8 .617 .9 .66"
        }
        Tile::Lava => {
            "l wedge .05 .1 .36 .2 .403 .4 .317 .6 .403 .8 .317 .9 .36;\
             l wedge .05 .1 .66 .2 .703 .4 .617 .6 .703 .8 .617 .9 .66"
        }
        Tile::Trap => "p wrong .26 .3 .37 .7 .15 .7;p wrong .5 .3 .61 .7 .39 .7;p wrong .74 .3 .85 .7 .63 .7",
    }
}

/// Returns whether the picture of a tile turns with the wall around it, so that x and y change places for a wall from
/// west to east.
pub(super) const fn turns(tile: Tile) -> bool {
    matches!(
        tile,
        Tile::Door
            | Tile::DoorOpen
            | Tile::SecretDoorOpen
            | Tile::DoorLocked
            | Tile::Window
            | Tile::Shutter
            | Tile::ShutterOpen
            | Tile::Portcullis
            | Tile::Chair
    )
}

/// Returns the picture on an actor's disc. The colour `i` is that of the icon.
pub(super) const fn actor(kind: ActorKind) -> &'static str {
    match kind {
        ActorKind::Guard => "p i .28 .28 .5 .22 .72 .28 .72 .52 .64 .68 .5 .78 .36 .68 .28 .52",
        ActorKind::Thief => "p i .2 .4 .8 .4 .76 .58 .6 .62 .5 .54 .4 .62 .24 .58",
        ActorKind::Explorer => "p i .7 .3 .56 .56 .3 .7 .44 .44",
        ActorKind::Viewer => "p i .18 .5 .34 .36 .5 .31 .66 .36 .82 .5 .66 .64 .5 .69 .34 .64;d g .5 .5 .11",
        ActorKind::Goal => "l i .07 .34 .76 .34 .26;p i .34 .26 .52 .32 .72 .27 .72 .52 .52 .57 .34 .52",
        ActorKind::Item => "p i .5 .24 .76 .5 .5 .76 .24 .5",
        ActorKind::Exit => "p i .24 .74 .24 .6 .4 .6 .4 .47 .56 .47 .56 .34 .74 .34 .74 .74",
        ActorKind::Lamp => "d i .5 .43 .19;r i .42 .6 .58 .74",
        ActorKind::Prisoner => {
            "d i .54 .3 .09;l i .09 .5 .42 .46 .58 .34 .74;l i .09 .46 .58 .62 .74;l i .08 .34 .46 .5 .42 .66 .52"
        }
        ActorKind::Unit => "l i .1 .3 .7 .7 .3;l i .08 .3 .5 .5 .7",
        ActorKind::Enemy => "d i .5 .44 .22;r i .4 .6 .6 .74;d g .42 .46 .06;d g .58 .46 .06",
        ActorKind::Bloat => "d i .5 .5 .2",
    }
}
