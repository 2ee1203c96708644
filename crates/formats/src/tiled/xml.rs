//! XML as a stream of opening and closing elements and text, with limits on depth and attributes. Documents with a type
//! definition are refused, and only the five entities of XML are known.

use crate::{FormatError, limits};
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::borrow::Cow;

/// Maximum number of attributes of one element.
const ATTRIBUTES: usize = 256;

/// Maximum number of elements.
const ELEMENTS: usize = limits::VALUES;

/// A part of a document.
pub(super) enum Piece<'a> {
    /// The beginning of an element. An element without content is closed by the next piece.
    Open(Element<'a>),
    /// Text, and its first byte in the document.
    Text(Cow<'a, str>, usize),
    /// The end of the element that was opened last.
    Close,
    /// The end of the document.
    End,
}

/// The beginning of an element.
pub(super) struct Element<'a> {
    start: BytesStart<'a>,
    /// Position of the first byte in the document.
    pub(super) at: usize,
}

impl Element<'_> {
    /// Returns the name for use in a sentence.
    pub(super) fn name(&self) -> String {
        String::from_utf8_lossy(self.start.name().as_ref()).into_owned()
    }

    /// Returns the name as bytes.
    pub(super) fn tag(&self) -> &[u8] {
        self.start.name().into_inner()
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.start.name().as_ref() == name.as_bytes()
    }
}

/// A document that is read from its beginning to its end.
pub(super) struct Xml<'a> {
    name: &'a str,
    text: &'a str,
    reader: Reader<&'a [u8]>,
    depth: usize,
    elements: usize,
}

impl<'a> Xml<'a> {
    /// Starts reading. `name` is the source's name in error messages.
    pub(super) fn new(name: &'a str, text: &'a str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self { name, text, reader, depth: 0, elements: 0 }
    }

    /// Builds an error about a byte of the document.
    pub(super) fn fail(&self, at: usize, found: &str, expected: &str) -> FormatError {
        FormatError::at_byte(self.name, self.text.as_bytes(), at, found, expected)
    }

    /// Like [`Xml::fail`], for what was found and what was expected.
    pub(super) fn fail_with(&self, at: usize, (found, expected): (String, String)) -> FormatError {
        self.fail(at, &found, &expected)
    }

    /// Returns the next piece. Comments and instructions are skipped.
    pub(super) fn next(&mut self) -> Result<Piece<'a>, FormatError> {
        loop {
            let at = self.position();
            let event = self.reader.read_event().map_err(|error| {
                let found = format!("this is no XML ({error})");
                self.fail(self.reader.error_position() as usize, &found, "XML")
            })?;
            match event {
                Event::Start(start) => {
                    self.depth = self.depth.saturating_add(1);
                    if self.depth > limits::DEPTH {
                        let found = format!("the elements nest more than {} deep", limits::DEPTH);
                        return Err(self.fail(at, &found, &format!("at most {}", limits::DEPTH)));
                    }
                    self.elements = self.elements.saturating_add(1);
                    if self.elements > ELEMENTS {
                        let found = format!("there are more than {ELEMENTS} elements");
                        return Err(self.fail(at, &found, &format!("at most {ELEMENTS}")));
                    }
                    // An attribute has at least five bytes.
                    let may_exceed = start.attributes_raw().len() > ATTRIBUTES.saturating_mul(5);
                    if may_exceed
                        && start.attributes().with_checks(false).take(ATTRIBUTES.saturating_add(1)).count() > ATTRIBUTES
                    {
                        let found = format!("an element has more than {ATTRIBUTES} attributes");
                        return Err(self.fail(at, &found, &format!("at most {ATTRIBUTES}")));
                    }
                    return Ok(Piece::Open(Element { start, at }));
                }
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    return Ok(Piece::Close);
                }
                Event::Text(text) => return Ok(Piece::Text(self.decoded(at, text.into_inner())?, at)),
                Event::CData(text) => return Ok(Piece::Text(self.decoded(at, text.into_inner())?, at)),
                Event::GeneralRef(entity) => {
                    let name = String::from_utf8_lossy(&entity).into_owned();
                    let text = match entity.resolve_char_ref() {
                        Ok(Some(c)) => Some(c.to_string()),
                        Ok(None) => quick_xml::escape::resolve_predefined_entity(&name).map(str::to_owned),
                        Err(_) => None,
                    };
                    let known = "one of &lt; &gt; &amp; &quot; &apos; or the number of a character";
                    let text =
                        text.ok_or_else(|| self.fail(at, &format!("the entity &{name}; is not known"), known))?;
                    return Ok(Piece::Text(Cow::Owned(text), at));
                }
                // A DOCTYPE that only names a file is skipped, and the file is not read. One in brackets may define entities.
                Event::DocType(text) if !text.contains(&b'[') => {}
                Event::DocType(_) => {
                    let found = "the file has a DOCTYPE with declarations, which are not read";
                    return Err(self.fail(at, found, "XML without declarations"));
                }
                Event::Eof if self.depth > 0 => {
                    return Err(self.fail(at, "the file ends inside an element", "the end of each element"));
                }
                Event::Eof => return Ok(Piece::End),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::Empty(_) => {}
            }
        }
    }

    fn position(&self) -> usize {
        self.reader.buffer_position() as usize
    }

    fn decoded(&self, at: usize, bytes: Cow<'a, [u8]>) -> Result<Cow<'a, str>, FormatError> {
        let text = match bytes {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
        };
        text.ok_or_else(|| self.fail(at, "this is no UTF-8 text", "a text file in UTF-8"))
    }

    /// Returns the outermost element.
    pub(super) fn root(&mut self) -> Result<Element<'a>, FormatError> {
        loop {
            let at = self.position();
            match self.next()? {
                Piece::Open(element) => return Ok(element),
                Piece::Text(text, _) if text.trim().is_empty() => {}
                _ => return Err(self.fail(at, "there is no element", "XML")),
            }
        }
    }

    /// Returns the next element inside the one that was opened last, or `None` at its end. Text is skipped.
    pub(super) fn child(&mut self) -> Result<Option<Element<'a>>, FormatError> {
        loop {
            match self.next()? {
                Piece::Open(element) => return Ok(Some(element)),
                Piece::Text(..) => {}
                Piece::Close | Piece::End => return Ok(None),
            }
        }
    }

    /// Skips the rest of the element that was opened last.
    pub(super) fn skip(&mut self) -> Result<(), FormatError> {
        let outside = self.depth.saturating_sub(1);
        while self.depth > outside {
            self.next()?;
        }
        Ok(())
    }

    /// Returns the text of the element that was opened last, up to its end.
    pub(super) fn content(&mut self) -> Result<String, FormatError> {
        let outside = self.depth.saturating_sub(1);
        let mut all = String::new();
        while self.depth > outside {
            if let Piece::Text(text, _) = self.next()? {
                all.push_str(&text);
            }
        }
        Ok(all.replace("\r\n", "\n"))
    }

    /// Checks that only white space and comments follow the outermost element.
    pub(super) fn finish(&mut self) -> Result<(), FormatError> {
        loop {
            let at = self.position();
            match self.next()? {
                Piece::End => return Ok(()),
                Piece::Text(text, _) if text.trim().is_empty() => {}
                _ => return Err(self.fail(at, "there is more after the outermost element", "the end of the file")),
            }
        }
    }

    /// Returns an attribute.
    pub(super) fn text<'e>(&self, element: &'e Element<'_>, key: &str) -> Result<Option<Cow<'e, str>>, FormatError> {
        for attribute in element.start.attributes().with_checks(false) {
            let attribute = attribute.map_err(|_| {
                let found = format!("an attribute of <{}> is not valid", element.name());
                self.fail(element.at, &found, "attributes such as name=\"value\"")
            })?;
            if attribute.key.as_ref() == key.as_bytes() {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| {
                    let found = format!("the attribute {key} is not valid ({error})");
                    self.fail(element.at, &found, "text with no entities but &lt; &gt; &amp; &quot; &apos;")
                })?;
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Returns an attribute, or an empty text.
    pub(super) fn text_or_empty(&self, element: &Element<'_>, key: &str) -> Result<String, FormatError> {
        Ok(self.text(element, key)?.map(Cow::into_owned).unwrap_or_default())
    }

    /// Returns an attribute that is a whole number.
    pub(super) fn whole<T: std::str::FromStr>(
        &self,
        element: &Element<'_>,
        key: &str,
    ) -> Result<Option<T>, FormatError> {
        let Some(text) = self.text(element, key)? else { return Ok(None) };
        let number = text.trim().parse().map_err(|_| {
            let found = format!("{key} of <{}> is {text:?}", element.name());
            self.fail(element.at, &found, "a whole number")
        })?;
        Ok(Some(number))
    }

    /// Returns an attribute that is a finite number.
    pub(super) fn number(&self, element: &Element<'_>, key: &str) -> Result<Option<f64>, FormatError> {
        let Some(text) = self.text(element, key)? else { return Ok(None) };
        let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let wrong = || self.fail(element.at, &format!("{key} of <{}> is {text:?}", element.name()), "a finite number");
        number.map(Some).ok_or_else(wrong)
    }
}
