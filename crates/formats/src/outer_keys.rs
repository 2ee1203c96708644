//! Finds the keys of the outermost object of a JSON text without parsing it, to recognise a format by the beginning of a
//! file.

/// The keys of the outermost object, each with the text after its colon. The text may be cut.
pub(crate) struct OuterKeys<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
}

impl<'a> OuterKeys<'a> {
    pub(crate) const fn of(text: &'a [u8]) -> Self {
        Self { text, at: 0, depth: 0 }
    }

    /// Returns the string that begins after the quote at `at`, and goes behind it. Escapes stay as they are.
    fn string(&mut self) -> Option<&'a [u8]> {
        let from = self.at.saturating_add(1);
        let mut end = from;
        loop {
            match self.text.get(end)? {
                b'"' => break,
                b'\\' => end = end.saturating_add(2),
                _ => end = end.saturating_add(1),
            }
        }
        self.at = end.saturating_add(1);
        self.text.get(from..end)
    }
}

impl<'a> Iterator for OuterKeys<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.text.get(self.at)? {
                b'"' => {
                    let key = self.string()?;
                    let after = self.text.get(self.at..)?.trim_ascii_start();
                    if self.depth == 1
                        && let Some(value) = after.strip_prefix(b":")
                    {
                        return Some((key, value.trim_ascii_start()));
                    }
                    continue;
                }
                b'{' | b'[' => self.depth = self.depth.saturating_add(1),
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return None;
                    }
                }
                _ => {}
            }
            self.at = self.at.saturating_add(1);
        }
    }
}
