import { isDeflated64, LOCAL_HEADER_BYTES, METHOD_DEFLATED } from "./entry-kind";
import { nameFingerprint, type TableEntry } from "./entry-table";
import { checked, DamagedBytesError, damages, inflated } from "./inflate-entry";
import { inflated64 } from "./inflate64";
import type { SequentialReader } from "./sequential-reader";

interface LocalHeader {
  hasSignature: boolean;
  encrypted: boolean;
  method: number;
  nameBytes: number;
  dataOffset: number;
}

const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const FLAG_ENCRYPTED = 0x0001;

/** @param bytes at least LOCAL_HEADER_BYTES */
function parseLocalHeader(bytes: Buffer): LocalHeader {
  const nameBytes = bytes.readUInt16LE(26);
  return {
    hasSignature: bytes.readUInt32LE(0) === LOCAL_HEADER_SIGNATURE,
    encrypted: (bytes.readUInt16LE(6) & FLAG_ENCRYPTED) !== 0,
    method: bytes.readUInt16LE(8),
    nameBytes,
    dataOffset: LOCAL_HEADER_BYTES + nameBytes + bytes.readUInt16LE(28),
  };
}

/** Returns where the data of an entry begins. @throws DamagedBytesError when its local header contradicts the directory */
export async function findData(reader: SequentialReader, entry: TableEntry, end: number): Promise<number> {
  const headerBytes = LOCAL_HEADER_BYTES + entry.nameBytes;
  const head = reader.at(entry.offset, headerBytes) ?? (await reader.read(entry.offset, headerBytes));
  if (head.length < headerBytes) throw new DamagedBytesError(damages.header);
  const header = parseLocalHeader(head);
  if (!header.hasSignature) throw new DamagedBytesError(damages.header);
  const isSame = !header.encrypted && header.method === entry.method && header.nameBytes === entry.nameBytes;
  if (!isSame || nameFingerprint(head.subarray(LOCAL_HEADER_BYTES)) !== entry.nameFingerprint) {
    throw new DamagedBytesError(damages.headerDiffers);
  }
  const start = entry.offset + header.dataOffset;
  if (start + entry.storedSize > end) throw new DamagedBytesError(damages.overlaps);
  return start;
}

/** Reads the bytes of an entry, inflated, and checks them. @param end where the next entry or the directory begins @throws DamagedBytesError */
export async function* openEntry(reader: SequentialReader, entry: TableEntry, end: number): AsyncGenerator<Buffer, void, undefined> {
  const start = await findData(reader, entry, end);
  const stored = reader.stream(start, entry.storedSize);
  if (isDeflated64(entry)) yield* checked(inflated64(stored), entry);
  else yield* checked(entry.method === METHOD_DEFLATED ? inflated(stored, entry.storedSize) : stored, entry);
}
