import { gzipSync } from "node:zlib";
import type { TileList } from "./tile-list";

/** Header and root directory are in the first bytes (PMTiles version 3, section 2). */
const FIRST_BYTES = 16_384;
export const HEADER_BYTES = 127;
const LEAST_LEAF_ENTRIES = 4_096;

export interface Directories {
  root: Buffer;
  /** Leaf directories one after another; empty when the root holds all entries. */
  leaves: Buffer;
}

interface Entry {
  id: number;
  offset: number;
  length: number;
  /** 0 for a leaf directory. */
  run: number;
}

/** Appends unsigned LEB128 numbers of up to 53 bits. */
class VarintWriter {
  private bytes = Buffer.alloc(1024);
  private size = 0;

  write(value: number): void {
    if (this.size + 8 > this.bytes.length) this.bytes = Buffer.concat([this.bytes], this.bytes.length * 2);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.bytes[this.size++] = (rest % 0x80) | 0x80;
    this.bytes[this.size++] = rest;
  }

  finish(): Buffer {
    return this.bytes.subarray(0, this.size);
  }
}

/** Writes a directory: the number of entries, then each member of all entries (PMTiles version 3, section 4.1). */
function encodeDirectory(count: number, entryAt: (index: number) => Entry): Buffer {
  const writer = new VarintWriter();
  writer.write(count);
  for (let index = 0, last = 0; index < count; index += 1) {
    const { id } = entryAt(index);
    writer.write(id - last);
    last = id;
  }
  for (let index = 0; index < count; index += 1) writer.write(entryAt(index).run);
  for (let index = 0; index < count; index += 1) writer.write(entryAt(index).length);
  for (let index = 0, end = -1; index < count; index += 1) {
    const { offset, length } = entryAt(index);
    writer.write(offset === end ? 0 : offset + 1);
    end = offset + length;
  }
  return gzipSync(writer.finish());
}

function encodeLeaves(tiles: TileList, leafEntries: number): Directories {
  const leaves: Buffer[] = [];
  const entries: Entry[] = [];
  let offset = 0;
  for (let first = 0; first < tiles.size; first += leafEntries) {
    const leaf = encodeDirectory(Math.min(leafEntries, tiles.size - first), (index) => tiles.at(first + index));
    entries.push({ id: tiles.at(first).id, offset, length: leaf.length, run: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: encodeDirectory(entries.length, (index) => entries[index] as Entry), leaves: Buffer.concat(leaves) };
}

/** Returns the directories of tiles. The root fits into the first bytes of the archive, so leaves grow with the number of tiles. */
export function encodeDirectories(tiles: TileList): Directories {
  const mostBytes = FIRST_BYTES - HEADER_BYTES;
  if (tiles.size < FIRST_BYTES) {
    const root = encodeDirectory(tiles.size, (index) => tiles.at(index));
    if (root.length <= mostBytes) return { root, leaves: Buffer.alloc(0) };
  }
  for (let leafEntries = LEAST_LEAF_ENTRIES; ; leafEntries *= 2) {
    const directories = encodeLeaves(tiles, leafEntries);
    if (directories.root.length <= mostBytes) return directories;
  }
}
