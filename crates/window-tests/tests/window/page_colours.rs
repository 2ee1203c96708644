//! The colours of a page that plays are those of the window.

use egui::Color32;
use gridscope::app::theme::{Theme, ThemeName};
use gridscope::debugger::export::page::colours::{self, COLOURS};
use gridscope::trace::terrain::Tile;
use gridscope::trace::view::board::{Mark, Role};

fn rgb(colour: Color32) -> u32 {
    u32::from_be_bytes([0, colour.r(), colour.g(), colour.b()])
}

#[test]
fn a_page_has_the_colours_of_the_window() {
    for name in ThemeName::ALL {
        let theme = Theme::new(name);
        let mut compared = 0;
        macro_rules! compare {
            ($($field:ident)*) => { $(
                assert_eq!(colours::colour(name, stringify!($field)), rgb(theme.$field), "{} in {name:?}", stringify!($field));
                compared += 1;
            )* };
        }
        compare! {
            canvas window widget hover faint weak text strong now now_ink link selected wall wall_face wall_edge floor void
            unknown unknown_hatch remembered remembered_wall remembered_edge seen seen_far seen_wall seen_edge frontier path
            tie wrong team_a team_b goal goal_ink prisoner door door_edge pane pane_line water bush wood rubble lava wedge halo
        }
        assert_eq!(compared, COLOURS.len(), "every colour is compared");
        for heat in 1..=255 {
            assert_eq!(colours::heat(name, heat), rgb(theme.heat(heat)), "heat {heat} in {name:?}");
        }
        for &tile in Tile::ALL {
            for role in Role::ALL {
                let cell = rgb(theme.cell(tile, Mark { role, heat: 0 }));
                assert_eq!(colours::cell(name, tile, role), cell, "{tile:?} {role:?} in {name:?}");
            }
        }
    }
}
