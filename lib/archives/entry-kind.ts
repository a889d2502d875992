import { DEFLATE_FRAME_ALLOWANCE, DEFLATE_MOST_RATIO, DEFLATE64_MOST_RATIO } from "./limits";
import { type Refusal, refuse } from "./refusals";

export const METHOD_STORED = 0;
export const METHOD_DEFLATED = 8;
const METHOD_DEFLATED64 = 9;

/** Length of a local file header without name and extra field. */
export const LOCAL_HEADER_BYTES = 30;

export interface EntryFacts {
  /** Null when it can't be decoded. */
  name: string | null;
  /** True when only a code page can decode the name. */
  isNameUndeclared?: boolean;
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
const TYPE_SYMBOLIC_LINK = 0xa000;
/** Not said, a named pipe (`zip` declares its standard input as one), a folder, a regular file. */
const publishedTypes: ReadonlySet<number> = new Set([0, 0x1000, 0x4000, 0x8000]);
const publishedMethods: ReadonlySet<number> = new Set([METHOD_STORED, METHOD_DEFLATED, METHOD_DEFLATED64]);

/** Returns true for bytes that no client and no part of the server takes as they are: the import inflates them (docs/decisions/0046). */
export function isDeflated64({ method, storedSize }: Pick<EntryFacts, "method" | "storedSize">): boolean {
  return method === METHOD_DEFLATED64 && storedSize > 0;
}

/** Returns why an entry can't be published because of its type, method or sizes; null when it can. */
export function refuseByKind(entry: EntryFacts, name: string, isFolder: boolean): Refusal | null {
  const type = (entry.externalAttributes >>> 16) & FILE_TYPE_MASK;
  if (type === TYPE_SYMBOLIC_LINK) return refuse("symbolicLink", name);
  if (!publishedTypes.has(type)) return refuse("specialFile", name);
  if (entry.encrypted) return refuse("encrypted", name);
  if (!publishedMethods.has(entry.method)) return refuse("method", name, entry.method);
  if (isFolder) return entry.size > 0 ? refuse("folderWithContent", name) : null;
  if (entry.method === METHOD_STORED) return entry.size === entry.storedSize ? null : refuse("sizesContradict", name);
  const mostRatio = entry.method === METHOD_DEFLATED ? DEFLATE_MOST_RATIO : DEFLATE64_MOST_RATIO;
  if (entry.size > entry.storedSize * mostRatio + DEFLATE_FRAME_ALLOWANCE) return refuse("entryRatio", name);
  return null;
}
