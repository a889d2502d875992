import { type BlobKey, BlobMissingError } from "../../blobs/store";
import type { ParserJob } from "../../jobs/parser-job";
import { type ParserOptions, runInParser } from "../../jobs/parser-process";
import { ArchiveDirectory, type ReadBytes } from "./archive-directory";
import { findUndeclaredNames } from "./find-encoding";
import type { NameEncoding } from "./name-encoding";

export const encodingJob: ParserJob<BlobKey, NameEncoding | null> = {
  name: "archives.encoding",
  async run(key, { store }) {
    const size = await store.size(key);
    if (size === null) throw new BlobMissingError(key);
    const read: ReadBytes = (offset, length) => store.readBytes(key, { offset, length }, new AbortController().signal);
    return (await findUndeclaredNames(await ArchiveDirectory.open(read, size), read))?.encoding ?? null;
  },
};

/** Finds in a parser process how an archive encodes the names that declare no encoding. @returns null without such names */
export function findNameEncoding(key: BlobKey, options: ParserOptions): Promise<NameEncoding | null> {
  return runInParser(encodingJob, key, options);
}
