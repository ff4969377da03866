//! `cargo xtask package`: the built page as one zip file, for any static server.
//!
//! The zip holds one folder, `skinlab/`, with the page and a list of SHA-256 sums in the form that
//! `sha256sum --check` reads. Order and times are fixed, so that the same page makes the same bytes.

mod compress;
mod zipped;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use sha2::{Digest as _, Sha256};

use crate::serve::{self, ServeError};
use crate::{args, bundle, repo};

pub(crate) use compress::brotli;
pub(crate) use zipped::unpack;

/// The folder inside the zip.
const FOLDER: &str = "skinlab";
/// The list of sums inside that folder.
const SUMS: &str = "SHA256SUMS";

/// Files by their path inside the zip's folder, with slashes.
type Files = BTreeMap<String, Vec<u8>>;

/// Why there is no zip.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PackageError {
    /// The page cannot be had.
    #[error(transparent)]
    Page(#[from] ServeError),
    /// A file could not be read, written or compressed.
    #[error(
        "{path} could not be read or written ({source}); build again and see that the disk has room."
    )]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The zip could not be written or read.
    #[error("The zip file is not sound: {0}.")]
    Zip(#[from] zip::result::ZipError),
    /// The zip does not hold what its list of sums says.
    #[error("{SUMS} and the files of the zip differ in {0}.")]
    Sums(String),
}

impl PackageError {
    fn file(path: &Path, source: io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            source,
        }
    }
}

/// Builds the page and writes the zip; says where it is, how large, and its sum.
///
/// # Errors
/// When the page cannot be built or a file cannot be written.
pub(crate) fn run(options: &args::Package) -> Result<(), PackageError> {
    bundle::build(false).map_err(ServeError::from)?;
    let zip = write(&repo::dist(), options.precompressed)?;
    let bytes = fs::read(&zip).map_err(|source| PackageError::file(&zip, source))?;
    println!(
        "{}: {} KB, SHA-256 {}",
        zip.display(),
        bytes.len().div_ceil(1000),
        sum(&bytes)
    );
    Ok(())
}

/// Writes the zip of the page in `dist`, and its sum into a file beside it; returns the zip's path.
///
/// # Errors
/// When there is no page or a file cannot be written.
pub(crate) fn write(dist: &Path, precompressed: bool) -> Result<PathBuf, PackageError> {
    serve::check(dist)?;
    let mut files = collect(dist)?;
    if precompressed {
        compress::beside(&mut files).map_err(|source| PackageError::file(dist, source))?;
    }
    let lines: Vec<_> = files
        .iter()
        .map(|(name, bytes)| format!("{}  {name}\n", sum(bytes)))
        .collect();
    files.insert(SUMS.to_owned(), lines.concat().into_bytes());
    let zip = zipped::pack(&files)?;

    let folder = repo::root().join("target/package");
    let name = format!("skinlab-{}.zip", env!("CARGO_PKG_VERSION"));
    let path = folder.join(&name);
    fs::create_dir_all(&folder).map_err(|source| PackageError::file(&folder, source))?;
    fs::write(&path, &zip).map_err(|source| PackageError::file(&path, source))?;
    let beside = folder.join(format!("{name}.sha256"));
    fs::write(&beside, format!("{}  {name}\n", sum(&zip)))
        .map_err(|source| PackageError::file(&beside, source))?;
    Ok(path)
}

/// Checks that the folder holds exactly what its list of sums says.
///
/// # Errors
/// Names the first file that differs, lacks, or is not listed.
pub(crate) fn check(folder: &Path) -> Result<usize, PackageError> {
    let mut files = collect(folder)?;
    let list = files
        .remove(SUMS)
        .ok_or_else(|| PackageError::Sums(SUMS.to_owned()))?;
    let list = String::from_utf8_lossy(&list).into_owned();
    for line in list.lines() {
        let known = line.split_once("  ").and_then(|(wanted, name)| {
            let bytes = files.remove(name)?;
            (sum(&bytes) == wanted).then_some(())
        });
        known.ok_or_else(|| PackageError::Sums(line.to_owned()))?;
    }
    match files.into_keys().next() {
        Some(name) => Err(PackageError::Sums(name)),
        None => Ok(list.lines().count()),
    }
}

/// All files below a folder.
fn collect(root: &Path) -> Result<Files, PackageError> {
    let mut files = Files::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        let at = |source| PackageError::file(&folder, source);
        for entry in fs::read_dir(&folder).map_err(at)? {
            let path = entry.map_err(at)?.path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let parts = path.strip_prefix(root).unwrap_or(&path).iter();
            let name: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
            let bytes = fs::read(&path).map_err(|source| PackageError::file(&path, source))?;
            files.insert(name.join("/"), bytes);
        }
    }
    Ok(files)
}

/// The SHA-256 sum in lower-case hexadecimal digits.
fn sum(bytes: &[u8]) -> String {
    let digits = Sha256::digest(bytes);
    digits.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_that_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(
            sum(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn a_zip_unpacks_to_what_was_packed_and_any_change_is_found() {
        let folder = std::env::temp_dir().join(format!("skinlab-package-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let page: &[u8] = b"<!doctype html>";
        let files = Files::from([
            ("index.html".to_owned(), page.to_vec()),
            ("www/main.js".to_owned(), b"run()".to_vec()),
            (
                SUMS.to_owned(),
                format!(
                    "{}  index.html\n{}  www/main.js\n",
                    sum(page),
                    sum(b"run()")
                )
                .into_bytes(),
            ),
        ]);
        let zip = zipped::pack(&files).unwrap();
        assert_eq!(
            zip,
            zipped::pack(&files).unwrap(),
            "the same page, other bytes"
        );
        let unpacked = unpack(&zip, &folder).unwrap();
        assert_eq!(unpacked, folder.join(FOLDER));
        assert_eq!(check(&unpacked).unwrap(), 2);
        assert_eq!(fs::read(unpacked.join("index.html")).unwrap(), page);

        fs::write(unpacked.join("www/main.js"), "run(1)").unwrap();
        assert!(
            check(&unpacked)
                .unwrap_err()
                .to_string()
                .contains("main.js")
        );
        fs::write(unpacked.join("www/main.js"), "run()").unwrap();
        fs::write(unpacked.join("more.js"), "").unwrap();
        assert!(
            check(&unpacked)
                .unwrap_err()
                .to_string()
                .contains("more.js")
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
