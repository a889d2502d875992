import { DEFLATE_FRAME_ALLOWANCE, DEFLATE_MOST_RATIO } from "./limits";
import { type Refusal, refuse } from "./refusals";

/** Compression methods of APPNOTE 4.4.5 that are published as they stand. */
export const METHOD_STORED = 0;
export const METHOD_DEFLATED = 8;

/** Bytes of a local file header before name and extra field. */
export const LOCAL_HEADER_BYTES = 30;

/** What the directory says of one entry. */
export interface EntryFacts {
  /** Decoded as decodeEntryName does; null when that fails. */
  name: string | null;
  /** Bytes of the name as it stands in the archive. */
  nameBytes: number;
  method: number;
  encrypted: boolean;
  externalAttributes: number;
  /** Bytes in the archive. */
  storedSize: number;
  /** Bytes inflated. */
  size: number;
  /** Where the local file header begins. */
  offset: number;
}

/** File types of a Unix mode, which stands in the upper half of the external attributes whatever system is named. */
const FILE_TYPE_MASK = 0xf000;
const TYPE_UNSAID = 0;
const TYPE_REGULAR = 0x8000;
const TYPE_FOLDER = 0x4000;
const TYPE_SYMBOLIC_LINK = 0xa000;

/** Says why an entry of that name cannot be published as what it is, by all but its path; null when it can. */
export function refuseByKind(entry: EntryFacts, name: string, isFolder: boolean): Refusal | null {
  const type = (entry.externalAttributes >>> 16) & FILE_TYPE_MASK;
  if (type === TYPE_SYMBOLIC_LINK) return refuse("symbolicLink", name);
  if (type !== TYPE_UNSAID && type !== TYPE_REGULAR && type !== TYPE_FOLDER) return refuse("specialFile", name);
  if (entry.encrypted) return refuse("encrypted", name);
  if (entry.method !== METHOD_STORED && entry.method !== METHOD_DEFLATED) return refuse("method", name, entry.method);
  if (isFolder) return entry.size > 0 ? refuse("folderWithContent", name) : null;
  if (entry.method === METHOD_STORED) return entry.size === entry.storedSize ? null : refuse("sizesContradict", name);
  if (entry.size > entry.storedSize * DEFLATE_MOST_RATIO + DEFLATE_FRAME_ALLOWANCE) return refuse("entryRatio", name);
  return null;
}
