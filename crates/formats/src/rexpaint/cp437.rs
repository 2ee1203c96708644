//! Code page 437: the characters of REXPaint's default font, by their code.

/// Characters of the codes 0 to 31.
const LOW: [char; 32] = [
    '\0', '☺', '☻', '♥', '♦', '♣', '♠', '•', '◘', '○', '◙', '♂', '♀', '♪', '♫', '☼', '►', '◄', '↕', '‼', '¶', '§', '▬',
    '↨', '↑', '↓', '→', '←', '∟', '↔', '▲', '▼',
];
/// Characters of the codes 127 to 255.
const HIGH: [char; 129] = [
    '⌂', 'Ç', 'ü', 'é', 'â', 'ä', 'à', 'å', 'ç', 'ê', 'ë', 'è', 'ï', 'î', 'ì', 'Ä', 'Å', 'É', 'æ', 'Æ', 'ô', 'ö', 'ò',
    'û', 'ù', 'ÿ', 'Ö', 'Ü', '¢', '£', '¥', '₧', 'ƒ', 'á', 'í', 'ó', 'ú', 'ñ', 'Ñ', 'ª', 'º', '¿', '⌐', '¬', '½', '¼',
    '¡', '«', '»', '░', '▒', '▓', '│', '┤', '╡', '╢', '╖', '╕', '╣', '║', '╗', '╝', '╜', '╛', '┐', '└', '┴', '┬', '├',
    '─', '┼', '╞', '╟', '╚', '╔', '╩', '╦', '╠', '═', '╬', '╧', '╨', '╤', '╥', '╙', '╘', '╒', '╓', '╫', '╪', '┘', '┌',
    '█', '▄', '▌', '▐', '▀', 'α', 'ß', 'Γ', 'π', 'Σ', 'σ', 'µ', 'τ', 'Φ', 'Θ', 'Ω', 'δ', '∞', 'φ', 'ε', '∩', '≡', '±',
    '≥', '≤', '⌠', '⌡', '÷', '≈', '°', '∙', '·', '√', 'ⁿ', '²', '■', '\u{a0}',
];

/// Returns the character of a code.
pub(super) fn glyph(code: u8) -> char {
    match code {
        0..=31 => LOW.get(usize::from(code)).copied().unwrap_or(' '),
        32..=126 => code.into(),
        _ => HIGH.get(usize::from(code).saturating_sub(127)).copied().unwrap_or(' '),
    }
}

/// Returns the code of a character, if the code page has it.
pub(super) fn code(of: char) -> Option<u8> {
    (0..=u8::MAX).find(|&code| glyph(code) == of)
}
