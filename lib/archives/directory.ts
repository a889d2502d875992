import { type Entry, ZipFile } from "yauzl";
import type { BlobKey, BlobStore } from "../blobs/store";
import { BlobReader } from "./blob-reader";
import { countBeyond, type DirectoryPlace, faultAt, findDirectory, type ReadAt } from "./end-record";
import type { EntryFacts } from "./entry-kind";
import { decodeEntryName } from "./entry-name";
import { ArchiveRefusedError, type Refusal, refuse } from "./refusals";

export interface DirectoryEntry extends EntryFacts {
  rawName: Buffer;
  crc32: number;
  modifiedAt: Date;
}

const FLAG_ENCRYPTED = 0x0001;
const FLAG_UTF8 = 0x0800;

export class ArchiveDirectory {
  private constructor(
    private readonly reader: BlobReader,
    private readonly read: ReadAt,
    readonly place: DirectoryPlace,
  ) {}

  /** Finds the directory at the archive's end. @throws ArchiveRefusedError when there is none, BlobMissingError */
  static async open(store: BlobStore, key: BlobKey, size: number, signal: AbortSignal): Promise<ArchiveDirectory> {
    const reader = new BlobReader(store, key, size, signal);
    const read: ReadAt = async (position, length) => {
      const { buffer, byteOffset, byteLength } = await reader.peek(position, length);
      return new DataView(buffer, byteOffset, byteLength);
    };
    return new ArchiveDirectory(reader, read, await findDirectory(read, size));
  }

  /** Yields the records in order. @throws ArchiveRefusedError when they can't be read */
  async *entries(): AsyncGenerator<DirectoryEntry, void, undefined> {
    const { reader, read, place } = this;
    // yauzl treats a directory without records as one that was read to its end.
    if (place.count === 0) return;
    const zip = new ZipFile(reader, place.start, place.archiveSize, place.count, "", false, true, false, false);
    // yauzl declares the field with the wrong type.
    const cursor = () => Number(zip.readEntryCursor);
    try {
      for await (const entry of zip.eachEntry()) {
        yield describe(entry);
        if (zip.entriesRead === zip.entryCount) zip.entryCount += await countBeyond(read, place, cursor());
      }
    } catch (error) {
      if (reader.failure) throw reader.failure;
      if (error instanceof ArchiveRefusedError) throw error;
      throw await faultAt(read, place, cursor(), explain(error));
    }
  }
}

function describe(entry: Entry): DirectoryEntry {
  const rawName = entry.fileNameRaw;
  const name = decodeEntryName({
    bytes: rawName,
    utf8: (entry.generalPurposeBitFlag & FLAG_UTF8) !== 0,
    host: entry.versionMadeBy >>> 8,
    extraField: entry.extraFieldRaw,
  });
  return {
    name,
    rawName,
    nameBytes: rawName.length,
    method: entry.compressionMethod,
    encrypted: (entry.generalPurposeBitFlag & FLAG_ENCRYPTED) !== 0,
    externalAttributes: entry.externalFileAttributes,
    storedSize: entry.compressedSize,
    size: entry.uncompressedSize,
    offset: entry.relativeOffsetOfLocalHeader,
    crc32: entry.crc32,
    // MS-DOS times have no time zone, and every server must read the same time.
    modifiedAt: entry.getLastModDate({ timezone: "UTC" }),
  };
}

/** Converts an error of yauzl to a refusal. @throws the error when it is not from yauzl */
function explain(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  if (/strong encryption/.test(message)) return refuse("directoryEncrypted");
  if (/unexpected EOF/.test(message)) return refuse("truncated");
  if (/signature/.test(message)) return refuse("directoryDamaged", "it does not begin where it should");
  if (/zip64|extra field/.test(message)) return refuse("directoryDamaged", "an extra field is too short");
  throw error;
}
