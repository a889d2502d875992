import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { isDeflated64, LOCAL_HEADER_BYTES, METHOD_DEFLATED } from "./entry-kind";
import { nameFingerprint, type TableEntry } from "./entry-table";
import { checked, DamagedBytesError, damages, inflated } from "./inflate-entry";
import type { SequentialReader } from "./sequential-reader";

/** The part of zip.js's WebAssembly module that inflates Deflate64. Its JavaScript wrapper buffers without a bound (docs/decisions/0046). */
interface Inflate64 {
  memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  inflate9_new(): number;
  inflate9_init_raw(stream: number): number;
  /** Returns the number of written bytes in the lower 24 bits, and a code of zlib in the upper 8. */
  inflate9_process(stream: number, input: number, inputBytes: number, output: number, outputBytes: number, flush: number): number;
  inflate9_last_consumed(stream: number): number;
  inflate9_end(stream: number): number;
}

const INPUT_BYTES = 64 * 1024;
const OUTPUT_BYTES = 256 * 1024;
const Z_STREAM_END = 1;
const Z_FINISH = 4;

interface Opened {
  inflater: Inflate64;
  input: number;
  output: number;
}

let opened: Promise<Opened> | undefined;

/** All streams share the buffers, which a step uses without interruption. */
async function openInflater(): Promise<Opened> {
  const module = await readFile(createRequire(import.meta.url).resolve("@zip.js/zip.js/dist/zip-module.wasm"));
  const { instance } = await WebAssembly.instantiate(module);
  const inflater = instance.exports as unknown as Inflate64;
  return { inflater, input: inflater.malloc(INPUT_BYTES), output: inflater.malloc(OUTPUT_BYTES) };
}

/** Inflates one buffer of output at most, so that a small input can't fill the memory. @param part empty at the end */
function step(
  { inflater, input, output }: Opened,
  stream: number,
  part: Uint8Array,
): { bytes: Buffer; consumed: number; isEnded: boolean } {
  new Uint8Array(inflater.memory.buffer).set(part, input);
  const result = inflater.inflate9_process(stream, input, part.length, output, OUTPUT_BYTES, part.length > 0 ? 0 : Z_FINISH);
  const bytes = Buffer.from(inflater.memory.buffer.slice(output, output + (result & 0xffffff)));
  const consumed = part.length > 0 ? inflater.inflate9_last_consumed(stream) : 0;
  const code = result >> 24;
  const isEnded = code === Z_STREAM_END;
  if (code < 0 || (bytes.length === 0 && consumed === 0 && !isEnded)) throw new DamagedBytesError(damages.deflate);
  return { bytes, consumed, isEnded };
}

/** Inflates a Deflate64 stream of any size. @throws DamagedBytesError unless `source` is exactly one stream */
export async function* inflated64(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  opened ??= openInflater();
  const open = await opened;
  const stream = open.inflater.inflate9_new();
  try {
    if (open.inflater.inflate9_init_raw(stream) !== 0) throw new Error("The inflater of Deflate64 could not be started.");
    yield* inflateWith(source, (part) => step(open, stream, part));
  } finally {
    open.inflater.inflate9_end(stream);
  }
}

async function* inflateWith(source: AsyncIterable<Buffer>, next: (part: Uint8Array) => ReturnType<typeof step>): AsyncGenerator<Buffer> {
  let isEnded = false;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      if (isEnded) throw new DamagedBytesError(damages.deflate);
      const inflated = next(chunk.subarray(at, at + INPUT_BYTES));
      yield inflated.bytes;
      at += inflated.consumed;
      isEnded = inflated.isEnded;
    }
  }
  while (!isEnded) {
    const inflated = next(Buffer.alloc(0));
    yield inflated.bytes;
    isEnded = inflated.isEnded;
  }
}

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
