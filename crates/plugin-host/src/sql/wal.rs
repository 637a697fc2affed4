//! Reads the pages of committed transactions from SQLite's write-ahead log
//! (<https://sqlite.org/fileformat2.html#the_write_ahead_log>).

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use super::PAGE;
use crate::turns::PageChanges;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
const FRAME: usize = FRAME_HEADER + PAGE;

/// The log of one database, and how far it has been read.
#[derive(Debug)]
pub struct WalReader {
    path: PathBuf,
    file: Option<File>,
    /// Frames that have been read.
    read: usize,
}

impl WalReader {
    pub fn new(path: PathBuf) -> Self {
        Self { path, file: None, read: 0 }
    }

    /// Frames that have been read since the log was emptied.
    pub fn frames(&self) -> usize {
        self.read
    }

    /// The log was emptied: the next frame is the first one.
    pub fn restart(&mut self) {
        self.read = 0;
    }

    /// Adds the pages of all transactions that were committed since the last time. `committed` is the number of frames
    /// up to the last commit: what stands behind it in the file belongs to no transaction.
    pub fn read_to(&mut self, committed: usize, changes: &mut Option<PageChanges>) -> io::Result<()> {
        if committed <= self.read {
            return Ok(());
        }
        let file = match &self.file {
            Some(file) => file,
            None => self.file.insert(File::open(&self.path)?),
        };
        let before = changes.take().map(|changes| changes.pages).unwrap_or_default();
        let mut pages: BTreeMap<_, _> = before.into_iter().collect();
        let mut page_count = 0;
        let mut frame = [0; FRAME];
        for index in self.read..committed {
            file.read_exact_at(&mut frame, (HEADER + index * FRAME) as u64)?;
            let (header, page) = frame.split_at(FRAME_HEADER);
            // A log may have a page many times, so its memory is taken once.
            let kept: &mut Vec<u8> = pages.entry(number_at(header, 0)).or_default();
            kept.clear();
            kept.extend_from_slice(page);
            // Zero but in the last frame of a transaction.
            page_count = number_at(header, 4);
        }
        if page_count == 0 {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the last frame is no commit"));
        }
        self.read = committed;
        pages.retain(|number, _| *number <= page_count);
        *changes = Some(PageChanges { pages: pages.into_iter().collect(), page_count });
        Ok(())
    }
}

fn number_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}
