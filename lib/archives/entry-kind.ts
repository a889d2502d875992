import { DEFLATE_FRAME_ALLOWANCE, DEFLATE_MOST_RATIO } from "./limits";
import { type Refusal, refuse } from "./refusals";

export const METHOD_STORED = 0;
export const METHOD_DEFLATED = 8;

/** Length of a local file header without name and extra field. */
export const LOCAL_HEADER_BYTES = 30;

export interface EntryFacts {
  name: string | null;
  nameBytes: number;
  method: number;
  encrypted: boolean;
  externalAttributes: number;
  storedSize: number;
  size: number;
  offset: number;
}

/** File types of the Unix mode in the upper half of the external attributes. */
const FILE_TYPE_MASK = 0xf000;
const TYPE_UNSAID = 0;
const TYPE_REGULAR = 0x8000;
const TYPE_FOLDER = 0x4000;
const TYPE_SYMBOLIC_LINK = 0xa000;

/** Returns why an entry can't be published because of its type, method or sizes; null when it can. */
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
