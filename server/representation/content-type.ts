import { LRUCache } from "lru-cache";
import { openInflated, readInflated, type Slice } from "../../lib/blobs/slice";
import type { BlobStore } from "../../lib/blobs/store";
import { contentTypeOf, isUtf8Text, needsCharsetCheck, withoutCharset } from "../../lib/http/content-type";
import { INFLATED_IN_MEMORY_BYTES } from "./representation";

/** Part of a larger text that is read. */
const HEAD_BYTES = 256 * 1024;

/** Whether the text in a slice is UTF-8. Cached without expiry, since blobs never change. */
const known = new LRUCache<string, boolean>({ max: 100_000 });

async function isUtf8(store: BlobStore, slice: Slice): Promise<boolean> {
  if (slice.size <= INFLATED_IN_MEMORY_BYTES) return isUtf8Text(await readInflated(store, slice), true);
  const chunks: Buffer[] = [];
  for await (const chunk of await openInflated(store, slice, { offset: 0, length: HEAD_BYTES })) chunks.push(chunk);
  return isUtf8Text(Buffer.concat(chunks), false);
}

/** Returns the Content-Type of a file, with a charset only for text that is UTF-8: a page names another one itself. */
export async function contentTypeOfText(store: BlobStore, name: string, slice: Slice): Promise<string> {
  const type = contentTypeOf(name);
  if (!needsCharsetCheck(type)) return type;
  const key = `${slice.blobKey}:${slice.offset}`;
  let hasCharset = known.get(key);
  if (hasCharset === undefined) {
    hasCharset = await isUtf8(store, slice);
    known.set(key, hasCharset);
  }
  return hasCharset ? type : withoutCharset(type);
}
