import type { DirectoryEntry } from "./directory";
import { nameFingerprint } from "./local-header";

/** What verifying needs to know of one entry. */
export interface TableEntry {
  /** Its number in the directory, from 0. */
  ordinal: number;
  offset: number;
  storedSize: number;
  size: number;
  method: number;
  crc32: number;
  nameBytes: number;
  nameFingerprint: number;
  /** False for folders and what is left out: they take room, and nobody reads them. */
  isFile: boolean;
  /** True when its bytes should get a blob of their own once they are inflated. */
  wantsOwnBlob: boolean;
}

const FILE = 1;
const WANTS_OWN_BLOB = 2;

const FIRST_CAPACITY = 1024;
const NUMBERS = 3;
const WORDS = 2;

/**
 * All entries of an archive in the order of their bytes, about 40 bytes each:
 * objects for 600,000 of them would take more memory than the worker has.
 */
export class EntryTable {
  private capacity = FIRST_CAPACITY;
  private count = 0;
  /** offset, storedSize, size. */
  private numbers = new Float64Array(FIRST_CAPACITY * NUMBERS);
  /** crc32, nameFingerprint. */
  private words = new Uint32Array(FIRST_CAPACITY * WORDS);
  private nameBytes = new Uint16Array(FIRST_CAPACITY);
  private methods = new Uint8Array(FIRST_CAPACITY);
  /** FILE, WANTS_OWN_BLOB. */
  private flags = new Uint8Array(FIRST_CAPACITY);
  private order: Uint32Array | undefined;

  get length(): number {
    return this.count;
  }

  add(entry: DirectoryEntry, isFile: boolean, wantsOwnBlob = false): void {
    if (this.count === this.capacity) this.grow();
    const row = this.count;
    this.numbers.set([entry.offset, entry.storedSize, entry.size], row * NUMBERS);
    this.words.set([entry.crc32, nameFingerprint(entry.rawName)], row * WORDS);
    this.nameBytes[row] = entry.rawName.length;
    this.methods[row] = entry.method;
    this.flags[row] = (isFile ? FILE : 0) | (wantsOwnBlob ? WANTS_OWN_BLOB : 0);
    this.count += 1;
  }

  /** The entry at a place in the order of offsets. */
  at(place: number): TableEntry {
    const row = this.sorted()[place];
    if (row === undefined) throw new RangeError(`The table has ${this.count} entries, not ${place + 1}.`);
    const number = row * NUMBERS;
    const word = row * WORDS;
    const flags = this.flags[row] ?? 0;
    return {
      ordinal: row,
      offset: this.numbers[number] ?? 0,
      storedSize: this.numbers[number + 1] ?? 0,
      size: this.numbers[number + 2] ?? 0,
      method: this.methods[row] ?? 0,
      crc32: this.words[word] ?? 0,
      nameBytes: this.nameBytes[row] ?? 0,
      nameFingerprint: this.words[word + 1] ?? 0,
      isFile: (flags & FILE) !== 0,
      wantsOwnBlob: (flags & WANTS_OWN_BLOB) !== 0,
    };
  }

  /** First place in the order of offsets whose entry lies beyond an offset. */
  placeAfter(offset: number): number {
    const order = this.sorted();
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.offsetOf(order[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private offsetOf(row: number): number {
    return this.numbers[row * NUMBERS] ?? 0;
  }

  private sorted(): Uint32Array {
    if (this.order?.length !== this.count) {
      this.order = Uint32Array.from({ length: this.count }, (_, row) => row);
      this.order.sort((left, right) => this.offsetOf(left) - this.offsetOf(right));
    }
    return this.order;
  }

  private grow(): void {
    this.capacity *= 2;
    this.numbers = enlarge(this.numbers, new Float64Array(this.capacity * NUMBERS));
    this.words = enlarge(this.words, new Uint32Array(this.capacity * WORDS));
    this.nameBytes = enlarge(this.nameBytes, new Uint16Array(this.capacity));
    this.methods = enlarge(this.methods, new Uint8Array(this.capacity));
    this.flags = enlarge(this.flags, new Uint8Array(this.capacity));
  }
}

function enlarge<Numbers extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(from: Numbers, into: Numbers): Numbers {
  into.set(from);
  return into;
}
