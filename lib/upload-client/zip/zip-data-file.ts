import { type EntryFacts, LOCAL_HEADER_BYTES, METHOD_DEFLATED, METHOD_STORED } from "../../archives/entry-kind";
import type { DataFile } from "../../data-maps/formats/data-file";
import type { LocalFile } from "../send/byte-source";

/** A file of a ZIP, and where its bytes are. */
export interface ZipEntry extends Pick<EntryFacts, "method" | "storedSize" | "size" | "offset"> {
  /** From the top of the map. */
  path: string;
}

type ReadBytes = (position: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

const PIECE_BYTES = 256 * 1024;

/** Returns true for an entry that a client can read. The server also inflates Deflate64. */
export function isReadableEntry({ method }: Pick<EntryFacts, "method">): boolean {
  return method === METHOD_STORED || method === METHOD_DEFLATED;
}

/** Returns a file of a ZIP in the form that the readers of map data take. Inflates from its start up to the last byte of each read. */
export function zipDataFile(archive: LocalFile, { path, method, storedSize, size, offset }: ZipEntry): DataFile {
  const readArchive: ReadBytes = async (position, length) => new Uint8Array(await archive.slice(position, position + length).arrayBuffer());
  const read: DataFile["read"] = async (from, wanted) => {
    const length = Math.max(0, Math.min(wanted, size - from));
    const start = await dataStart(readArchive, offset);
    if (method === METHOD_STORED) return readArchive(start + from, length);
    return inflateRange(streamOf(readArchive, start, start + storedSize), from, length);
  };
  return { path, size, read };
}

/** The lengths of name and extra field in the local header may differ from those in the directory. */
async function dataStart(read: ReadBytes, offset: number): Promise<number> {
  const header = new DataView((await read(offset, LOCAL_HEADER_BYTES)).buffer);
  return offset + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
}

function streamOf(read: ReadBytes, start: number, end: number): ReadableStream<BufferSource> {
  let position = start;
  return new ReadableStream<BufferSource>({
    async pull(controller) {
      if (position >= end) return controller.close();
      const piece = await read(position, Math.min(PIECE_BYTES, end - position));
      position += piece.length;
      controller.enqueue(piece);
    },
  });
}

/** @throws TypeError for a broken deflate stream */
async function inflateRange(deflated: ReadableStream<BufferSource>, from: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const reader = deflated.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  let position = 0;
  try {
    while (position < from + length) {
      const { done, value } = await reader.read();
      if (done) return bytes.subarray(0, Math.max(0, position - from));
      const part = value.subarray(Math.max(0, from - position), Math.max(0, from + length - position));
      bytes.set(part, Math.max(0, position - from));
      position += value.length;
    }
    return bytes;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
