//! The table of colours: dark, light, and a colour-blind theme. docs/look.md says what each colour is for. A test checks
//! their contrasts.

use crate::session::window::ThemeName;

/// A colour: red, green and blue as 0xRRGGBB.
pub type Rgb = u32;

macro_rules! colours {
    ($( $(#[$doc:meta])* $name:ident $dark:literal $light:literal $blind:literal; )*) => {
        /// The name of a colour.
        #[expect(non_camel_case_types, reason = "a colour has the same name here, as a field and in CSS")]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Hue { $( $(#[$doc])* $name, )* }

        impl Hue {
            /// All colours, in the order of the table.
            pub const ALL: &'static [Self] = &[ $( Self::$name, )* ];

            /// Returns the name.
            pub const fn name(self) -> &'static str {
                match self { $( Self::$name => stringify!($name), )* }
            }
        }

        /// The colours of one theme, as a renderer needs them.
        #[derive(Clone, Debug)]
        pub struct Colours<C> { $( $(#[$doc])* pub $name: C, )* }

        impl Colours<Rgb> {
            /// Returns the colours of a theme.
            pub const fn new(theme: ThemeName) -> Self {
                Self { $( $name: [$dark, $light, $blind][theme as usize], )* }
            }

            /// Converts all colours.
            pub fn map<C>(&self, convert: impl Fn(Rgb) -> C) -> Colours<C> {
                Colours { $( $name: convert(self.$name), )* }
            }
        }

        impl<C: Copy> Colours<C> {
            /// Returns the colour of that name.
            pub const fn get(&self, hue: Hue) -> C {
                match hue { $( Hue::$name => self.$name, )* }
            }
        }
    };
}

// Each row lists the colours in the order of `ThemeName`: dark, light, colour-blind.
colours! {
    /// Background of the map.
    canvas 0x0D_0F13 0xE9_ECF0 0x0D_0F13;
    /// Background of the bars at the top and the bottom.
    window 0x13_161B 0xF4_F5F7 0x13_161B;
    /// Background of panels.
    panel 0x17_1A20 0xFB_FBFC 0x17_1A20;
    /// Buttons and fields.
    widget 0x24_2932 0xE7_EAEE 0x24_2932;
    /// Buttons and fields under the pointer.
    hover 0x2E_343F 0xDB_E0E7 0x2E_343F;
    /// Scroll bars that are not pointed at.
    scroll 0x3A_414D 0xC2_C8D1 0x3A_414D;
    /// Lines between lists.
    line 0x2A_2F38 0xD9_DDE3 0x2A_2F38;
    /// Faintest text: rulers, notes.
    faint 0x7C_8595 0x6A_7280 0x7C_8595;
    /// Less important text.
    weak 0x9D_A6B5 0x55_5E6C 0x9D_A6B5;
    /// Text.
    text 0xD3_D8E1 0x25_2A33 0xD3_D8E1;
    /// Titles, and the current item.
    strong 0xF4_F6F9 0x0E_1116 0xF4_F6F9;
    /// The current state: arrangement, play button, playhead, current line and event.
    now 0xFF_BF3F 0xB0_5700 0xFF_BF3F;
    /// Text on `now`.
    now_ink 0x1E_1400 0xFF_FFFF 0x1E_1400;
    /// A link, and a cell named in a sentence.
    link 0x8F_C1FF 0x14_57B8 0x8F_C1FF;
    /// A selected row.
    selected 0x24_395C 0xD6_E5FC 0x24_395C;
    /// Background of an audit's findings.
    fault_ground 0x2A_1C20 0xFB_E9E9 0x2A_1C20;
    /// The line below the findings, and their button.
    fault_line 0x4A_2A2E 0xF0_CFCF 0x4A_2A2E;

    /// Walls.
    wall 0x17_1A21 0x4A_5260 0x17_1A21;
    /// The south face of walls.
    wall_face 0x23_2933 0x3A_414D 0x23_2933;
    /// The edge of walls.
    wall_edge 0x66_7286 0x20_252D 0x66_7286;
    /// Floor.
    floor 0x3C_4451 0xFF_FFFF 0x3C_4451;
    /// Lines between cells while editing.
    grid 0x46_4F5D 0xEB_EEF2 0x46_4F5D;
    /// Void tiles.
    void 0x05_0608 0x98_A1AF 0x05_0608;
    /// Unknown cells.
    unknown 0x0F_1217 0xC6_CCD5 0x0F_1217;
    /// The hatch of unknown cells.
    unknown_hatch 0x2E_3541 0x9D_A6B4 0x2E_3541;
    /// Remembered floor.
    remembered 0x2D_333D 0xE2_E5EA 0x2D_333D;
    /// Remembered walls.
    remembered_wall 0x1A_1E25 0x72_7B8A 0x1A_1E25;
    /// The edge of remembered walls.
    remembered_edge 0x4C_5563 0x50_5967 0x4C_5563;
    /// Visible floor near the viewer.
    seen 0xA4_8B4C 0xFF_E9A6 0xA4_8B4C;
    /// Visible floor far from the viewer.
    seen_far 0x5C_5642 0xFF_F7DF 0x5C_5642;
    /// Visible walls.
    seen_wall 0x2B_2719 0x5A_5133 0x2B_2719;
    /// The edge of visible walls.
    seen_edge 0xE5_CB86 0x3A_3215 0xE5_CB86;
    /// The open list (frontier), and candidates.
    frontier 0x4F_E0B0 0x00_795F 0x69_E1FF;
    /// The path, and the current cell.
    path 0xFF_BF3F 0xB0_5700 0xFF_B000;
    /// Ties, their winner and their losers.
    tie 0xFF_7AB8 0xBC_1273 0x85_83FF;
    /// Differences between two runs.
    difference 0xC9_A2FF 0x6B_2FC0 0xFF_FFFF;
    /// Wrong beliefs, breakpoints, and errors.
    wrong 0xFF_5D5D 0xC9_252B 0xFF_6A3D;
    /// Guards, eyes, and the first side of a fight.
    team_a 0x3D_82F6 0x1E_5FCC 0x4D_94F5;
    /// Enemies, and the second side of a fight.
    team_b 0xFF_7A4D 0xC4_481C 0xFF_B000;
    /// Goals and exits.
    goal 0xF4_F6F9 0x14_171C 0xF4_F6F9;
    /// The icon on goals and exits.
    goal_ink 0x14_171C 0xFF_FFFF 0x14_171C;
    /// Prisoners.
    prisoner 0xC7_7B3B 0xA8_5F22 0xC7_7B3B;
    /// Leaves of doors.
    door 0xD0_9A5B 0xA8_692A 0xD0_9A5B;
    /// The outline of doors.
    door_edge 0x2A_1C0C 0x5E_3510 0x2A_1C0C;
    /// Panes of windows.
    pane 0x3F_6C8C 0xBF_E4F8 0x3F_6C8C;
    /// The sides of windows, and measurements.
    pane_line 0x8F_D6FF 0x1D_6FA3 0x8F_D6FF;
    /// Water.
    water 0x2F_6FA8 0x7F_B8E6 0x2F_6FA8;
    /// Bushes and trees.
    bush 0x4E_9A55 0x3F_8A48 0x4E_9A55;
    /// Tables, chairs, crates, shutters.
    wood 0xA9_7B4A 0xB9_8A55 0xA9_7B4A;
    /// Rubble and bars.
    rubble 0x7B_8493 0x8D_95A2 0x7B_8493;
    /// Lava and traps.
    lava 0xD9_542A 0xD9_542A 0xD9_542A;
    /// A wedge of light.
    wedge 0xFF_E08A 0xD9_9A00 0xFF_E08A;
    /// Brackets around the selected cell.
    brackets 0xFF_FFFF 0x0E_1116 0xFF_FFFF;
    /// The halo around paths, rings and tokens, at 85 % opacity.
    halo 0x0B_0D10 0xFF_FFFF 0x0B_0D10;
    /// Dark text on a colour of the map.
    ink_dark 0x05_080D 0x10_141B 0x05_080D;
    /// Light text on a colour of the map.
    ink_light 0xFF_FFFF 0xFF_FFFF 0xFF_FFFF;
    /// Items.
    item 0xE2_B93B 0xE2_B93B 0xE2_B93B;
    /// Lamps.
    lamp 0xFF_E28A 0xFF_E28A 0xFF_E28A;
    /// Thieves.
    thief 0x9B_6BE0 0x9B_6BE0 0x9B_6BE0;
    /// Bloats.
    bloat 0xA9_C24B 0xA9_C24B 0xA9_C24B;
    /// The icon on the second side's discs.
    team_b_ink 0x20_0B02 0x20_0B02 0x20_0B02;
}

/// The stops of the colour scale for numbers in cells, low to high, in the themes dark, light and colour-blind.
pub(crate) const SCALES: [[Rgb; 6]; 3] = [
    [0x4C_4087, 0x4E_5399, 0x4F_66AA, 0x4F_7AB9, 0x50_8EC6, 0x53_A1D1],
    [0xDF_DFFF, 0xCA_D3FB, 0xB2_C7F5, 0x98_BCED, 0x7B_B1E4, 0x59_A8D8],
    [0x50_5C6C, 0x60_6C7D, 0x70_7D8E, 0x81_8FA0, 0x93_A0B2, 0xA5_B2C4],
];

/// Returns red, green and blue of a colour.
const fn channels(colour: Rgb) -> [u8; 3] {
    let [_, red, green, blue] = colour.to_be_bytes();
    [red, green, blue]
}

/// Formats a colour for CSS.
pub fn hex(colour: Rgb) -> String {
    format!("#{colour:06x}")
}

/// Blends two colours: 0 is `a`, 1 is `b`.
pub fn mix(a: Rgb, b: Rgb, share: f32) -> Rgb {
    let ([r, g, b], [to_r, to_g, to_b]) = (channels(a), channels(b));
    let mix = |x: u8, y: u8| (f32::from(x) + (f32::from(y) - f32::from(x)) * share).round() as u8;
    Rgb::from_be_bytes([0, mix(r, to_r), mix(g, to_g), mix(b, to_b)])
}

/// Returns the contrast of two colours, 1 to 21 (W3C, *Web Content Accessibility Guidelines* 2.2, 2023).
pub fn contrast(a: Rgb, b: Rgb) -> f32 {
    let luminance = |colour: Rgb| {
        let [r, g, b] = channels(colour).map(|v| {
            let v = f32::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
