//! A static library with only the objects that its functions need. The compiler's own objects are hundreds more.

use std::io::Cursor;

use anyhow::Result;
use ar_archive_writer::{ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, write_archive_to_stream};
use object::read::archive::ArchiveFile;
use object::{File, Object, ObjectSymbol};

/// The objects whose names have this start, and those that they need, also by way of others.
///
/// # Errors
///
/// It is not a library of ELF objects.
pub(super) fn reduce(library: &[u8], start: &str) -> Result<Vec<u8>> {
    let mut objects = Vec::new();
    for member in ArchiveFile::parse(library)?.members() {
        let member = member?;
        let (name, data) = (String::from_utf8_lossy(member.name()).into_owned(), member.data(library)?);
        objects.push((name, data, File::parse(data)?));
    }
    let mut needed: Vec<_> = objects.iter().filter(|(name, ..)| name.starts_with(start)).collect();
    let mut searched = 0;
    while let Some((.., object)) = needed.get(searched) {
        searched += 1;
        for missing in object.symbols().filter(ObjectSymbol::is_undefined) {
            let has = |file: &File<'_>| {
                file.symbols().any(|symbol| symbol.is_definition() && symbol.name() == missing.name())
            };
            if !needed.iter().any(|(.., object)| has(object)) {
                needed.extend(objects.iter().find(|(.., object)| has(object)));
            }
        }
    }
    let member = |(name, data, _): &&(String, _, _)| {
        NewArchiveMember::new(*data, &DEFAULT_OBJECT_READER, name.clone())
    };
    let members: Vec<_> = needed.iter().map(member).collect();
    let mut written = Cursor::new(Vec::new());
    write_archive_to_stream(&mut written, &members, ArchiveKind::Gnu, false, None)?;
    Ok(written.into_inner())
}
