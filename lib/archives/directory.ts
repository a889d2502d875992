import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from "yauzl";
import type { BlobKey, BlobStore } from "../blobs/store";
import { BlobReader } from "./blob-reader";
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

const SIGNATURE_BYTES = 4;
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const ZIP64_END_OF_DIRECTORY = 0x06064b50;
const DIGITAL_SIGNATURE = 0x05054b50;
const SPLIT_MARKER = 0x08074b50;
const endSignatures: ReadonlySet<number> = new Set([END_OF_DIRECTORY, ZIP64_END_OF_DIRECTORY, DIGITAL_SIGNATURE]);

/** Without ZIP64 the entry count has 16 bits. macOS writes larger archives and lets the count overflow. */
const COUNT_WRAP = 0x10000;
const WRONG_COUNT = "it has fewer entries than it says";

/** Returns the position of the next record. yauzl declares the field with the wrong type. */
function cursorOf(zip: ZipFile): number {
  return Number(zip.readEntryCursor);
}

export class ArchiveDirectory {
  private constructor(
    private readonly zip: ZipFile,
    private readonly reader: BlobReader,
    readonly start: number,
  ) {}

  /** Finds the directory at the archive's end. @throws ArchiveRefusedError when there is none, BlobMissingError */
  static async open(store: BlobStore, key: BlobKey, size: number, signal: AbortSignal): Promise<ArchiveDirectory> {
    const reader = new BlobReader(store, key, size, signal);
    try {
      const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
      const zip = await fromRandomAccessReaderPromise(reader, size, options);
      return new ArchiveDirectory(zip, reader, cursorOf(zip));
    } catch (error) {
      throw reader.failure ?? new ArchiveRefusedError(await explain(error, reader));
    }
  }

  /** Yields the records in order. Call it once per directory. @throws ArchiveRefusedError when they can't be read */
  async *entries(): AsyncGenerator<DirectoryEntry, void, undefined> {
    const { zip, reader } = this;
    try {
      // yauzl treats a directory without records as one that was read to its end.
      if (zip.entryCount > 0) {
        for await (const entry of zip.eachEntry()) {
          yield describe(entry);
          if (zip.entriesRead === zip.entryCount) await this.checkEnd();
        }
      }
    } catch (error) {
      if (reader.failure) throw reader.failure;
      if (error instanceof ArchiveRefusedError) throw error;
      throw new ArchiveRefusedError(
        (await this.endedEarly(error)) ? refuse("directoryDamaged", WRONG_COUNT) : await explain(error, reader),
      );
    } finally {
      zip.close();
    }
  }

  /** Requires the end record right after the last record. Without this check, entries could be missing silently. */
  private async checkEnd(): Promise<void> {
    const signature = await this.nextSignature();
    if (signature === CENTRAL_HEADER) this.zip.entryCount += COUNT_WRAP;
    else if (!endSignatures.has(signature)) throw new ArchiveRefusedError(refuse("directoryDamaged", "it does not end where it should"));
  }

  private async endedEarly(error: unknown): Promise<boolean> {
    const isMissing = error instanceof Error && /header signature|unexpected EOF/.test(error.message);
    return isMissing && endSignatures.has(await this.nextSignature());
  }

  private async nextSignature(): Promise<number> {
    const next = await this.reader.peek(cursorOf(this.zip), SIGNATURE_BYTES);
    return next.length === SIGNATURE_BYTES ? next.readUInt32LE(0) : 0;
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
async function explain(error: unknown, reader: BlobReader): Promise<Refusal> {
  const message = error instanceof Error ? error.message : String(error);
  const first = await reader.peek(0, SIGNATURE_BYTES);
  const signature = first.length === SIGNATURE_BYTES ? first.readUInt32LE(0) : 0;
  if (/multi-disk/.test(message) || signature === SPLIT_MARKER) return refuse("split");
  if (/strong encryption/.test(message)) return refuse("directoryEncrypted");
  if (/End of central directory record signature not found/.test(message)) {
    return signature === LOCAL_HEADER ? refuse("truncated") : refuse("notAnArchive");
  }
  if (/unexpected EOF/.test(message)) return refuse("truncated");
  if (/comment length/.test(message)) return refuse("directoryDamaged", "there are bytes after its end");
  if (/signature/.test(message)) return refuse("directoryDamaged", "it does not begin where it should");
  if (/zip64|extra field/.test(message)) return refuse("directoryDamaged", "an extra field is too short");
  throw error;
}
