//! Files into a zip, and out of it again.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::{FOLDER, Files, PackageError};

/// The bytes of a zip whose one folder holds these files.
pub(super) fn pack(files: &Files) -> Result<Vec<u8>, PackageError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (name, bytes) in files {
        zip.start_file(format!("{FOLDER}/{name}"), options)?;
        zip.write_all(bytes)
            .map_err(|source| PackageError::file(Path::new(name), source))?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Unpacks the bytes of a zip into `into`, and returns the page's folder in it.
///
/// # Errors
/// When the zip is not sound or a file cannot be written.
pub(crate) fn unpack(zip: &[u8], into: &Path) -> Result<PathBuf, PackageError> {
    fs::create_dir_all(into).map_err(|source| PackageError::file(into, source))?;
    ZipArchive::new(Cursor::new(zip))?.extract(into)?;
    Ok(into.join(FOLDER))
}
