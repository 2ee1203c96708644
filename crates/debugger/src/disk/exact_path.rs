//! A path in a JSON file: stored as text, or as the numbers of its units if it is not valid text: bytes,
//! or on Windows 16 bits each.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::{Path, PathBuf};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(PathBuf),
    Units(Vec<u16>),
}

/// A path that is restored exactly, whatever its name is made of. Only some operating systems allow such names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactPath(pub PathBuf);

impl Serialize for ExactPath {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0.to_str() {
            Some(text) => to.serialize_str(text),
            None => Written::Units(units_of(&self.0)).serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for ExactPath {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self(match Written::deserialize(from)? {
            Written::Text(path) => path,
            Written::Units(units) => of_units(&units),
        }))
    }
}

#[cfg(windows)]
fn units_of(path: &Path) -> Vec<u16> {
    use std::os::windows::ffi::OsStrExt as _;
    path.as_os_str().encode_wide().collect()
}

#[cfg(not(windows))]
fn units_of(path: &Path) -> Vec<u16> {
    path.as_os_str().as_encoded_bytes().iter().copied().map(u16::from).collect()
}

#[cfg(windows)]
fn of_units(units: &[u16]) -> PathBuf {
    use std::os::windows::ffi::OsStringExt as _;
    std::ffi::OsString::from_wide(units).into()
}

#[cfg(not(windows))]
fn of_units(units: &[u16]) -> PathBuf {
    let bytes: Vec<u8> = units.iter().filter_map(|&unit| u8::try_from(unit).ok()).collect();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt as _;
        std::ffi::OsString::from_vec(bytes).into()
    }
    #[cfg(not(unix))]
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// Lists of paths, for `#[serde(with)]`.
pub mod list {
    use super::{Deserialize, Deserializer, ExactPath, Path, PathBuf, Serializer};

    /// Serializes a list of paths.
    pub fn serialize<S: Serializer>(all: &[PathBuf], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(all.iter().map(|path| ExactPath(Path::to_path_buf(path))))
    }

    /// Deserializes a list of paths.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PathBuf>, D::Error> {
        Ok(Vec::<ExactPath>::deserialize(from)?.into_iter().map(|path| path.0).collect())
    }
}
