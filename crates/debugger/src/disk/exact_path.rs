//! A path in a JSON file: stored as text, or as bytes if it is not valid text.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::{Path, PathBuf};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(PathBuf),
    Bytes(Vec<u8>),
}

/// A path that is restored exactly, whatever bytes it contains. Only some operating systems allow such names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactPath(pub PathBuf);

impl Serialize for ExactPath {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0.to_str() {
            Some(text) => to.serialize_str(text),
            None => Written::Bytes(self.0.as_os_str().as_encoded_bytes().to_vec()).serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for ExactPath {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self(match Written::deserialize(from)? {
            Written::Text(path) => path,
            Written::Bytes(bytes) => of_bytes(bytes),
        }))
    }
}

#[cfg(unix)]
fn of_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn of_bytes(bytes: Vec<u8>) -> PathBuf {
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
