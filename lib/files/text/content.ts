import { createHash } from "node:crypto";
import type { AuditActor } from "../../audit/mutations";
import { blobStore } from "../../blobs/open";
import { readInflated, type Slice } from "../../blobs/slice";
import { BlobMissingError } from "../../blobs/store";
import { AppError, isDatabaseAway, notFound } from "../../errors";
import type { FileEntry } from "../../trees/data";
import { releaseBlobs } from "../../trees/mutations";
import type { EntryPath } from "../../trees/schema";
import { type FileScope, findItem } from "../data";
import { recordFileEvent } from "../edit/file-event";
import { type EditableTree, editTree, findLocked } from "../editable-tree";
import { EDITABLE_BYTES } from "../schema";
import { PackWriter } from "../upload/pack";
import { isTextEncoding, isWideEncoding, readText, type Text, type TextForm, writeText } from "./text";

/** A text file as it was read. */
export interface EditableFile {
  file: FileEntry;
  text: Text;
  /** Strong; changes with every save, whatever is saved. */
  etag: string;
}

export const TOO_LARGE_TO_EDIT = "This file is larger than 5 MB and cannot be edited here. Download it instead.";
const NOT_TEXT = "This file is not a text and cannot be edited here. Download it instead.";
const NO_LONGER_TEXT = "The text holds characters that no text file has, and cannot be saved here. Upload it as a file instead.";
export const TOO_LARGE_TO_SAVE = "The text is larger than 5 MB and cannot be saved here. Upload it as a file instead.";

/** By where the bytes are: they never change there, and nobody's next ones come to be there. */
export function contentTag({ id, slice }: FileEntry): string {
  const place = slice ? `${slice.blobKey}:${slice.offset}:${slice.size}` : `empty:${id}`;
  return `"${createHash("sha256").update(place).digest("base64url").slice(0, 22)}"`;
}

async function findFile(scope: FileScope, path: EntryPath): Promise<FileEntry> {
  const entry = await findItem(scope, path);
  if (entry?.kind === "folder") throw new AppError("conflict", `“${entry.name || scope.name}” is a folder, not a file.`);
  if (!entry) throw notFound(`“${path.at(-1) ?? ""}” no longer exists.`);
  return entry;
}

async function readFile(scope: FileScope, path: EntryPath, signal: AbortSignal): Promise<{ file: FileEntry; bytes: Buffer }> {
  const file = await findFile(scope, path);
  // Before a byte is read: of a video nobody wants to hear that it is no text after a minute.
  if (file.size > EDITABLE_BYTES) throw new AppError("too_large", TOO_LARGE_TO_EDIT);
  const bytes = file.slice ? await readInflated(blobStore(), file.slice, signal) : Buffer.alloc(0);
  return { file, bytes };
}

/** @throws AppError 404, 409 for a folder, 413 when it is too large, 415 for what is no text */
export async function readContent(scope: FileScope, path: EntryPath, signal: AbortSignal): Promise<EditableFile> {
  const { file, bytes } = await readFile(scope, path, signal).catch((error: unknown) => {
    if (!(error instanceof BlobMissingError)) throw error;
    // Replaced between the look-up and the reading: what it is now has bytes.
    return readFile(scope, path, signal);
  });
  const text = readText(bytes);
  if (!text) throw new AppError("unsupported_type", NOT_TEXT);
  return { file, text, etag: contentTag(file) };
}

/** Somebody else has saved the file since, or it was replaced. */
export class ContentChangedError extends Error {
  override readonly name = "ContentChangedError";
  /** @param etag of what it is now */
  constructor(readonly etag: string) {
    super("The file has changed since it was opened.");
  }
}

export interface NewContent {
  path: EntryPath;
  content: string;
  /** The file's own when missing. */
  encoding?: string;
  /** @returns false for the ETag of a file that must not be overwritten */
  mayReplace(etag: string): boolean;
}

/** The mark before the text stays where the encoding does; what becomes UTF-16 gets one. @throws AppError 400 for an encoding that is none */
function chooseForm(current: TextForm, encoding: string | undefined): TextForm {
  const wanted = encoding?.toLowerCase() ?? current.encoding;
  if (!isTextEncoding(wanted)) throw new AppError("bad_request", "There is no such encoding.");
  return { encoding: wanted, hasByteOrderMark: wanted === current.encoding ? current.hasByteOrderMark : isWideEncoding(wanted) };
}

/** @throws AppError 413, 422 */
function encodeContent(content: string, form: TextForm): Buffer {
  const bytes = writeText(content, form);
  if (!Buffer.isBuffer(bytes)) {
    const { lacks } = bytes;
    throw new AppError("unprocessable", `The encoding of this file, ${form.encoding}, has no “${lacks}”. Save it as UTF-8 instead.`);
  }
  if (bytes.length > EDITABLE_BYTES) throw new AppError("too_large", TOO_LARGE_TO_SAVE);
  const read = readText(bytes);
  // Without a mark, two bytes a character are known only by what stands between words.
  const needsMark = isWideEncoding(form.encoding) && !form.hasByteOrderMark && read?.content !== content;
  if (needsMark) return encodeContent(content, { ...form, hasByteOrderMark: true });
  // Saved, nobody could open it here any more.
  if (!read) throw new AppError("unprocessable", NO_LONGER_TEXT);
  return bytes;
}

/** Points a file of a locked tree at other bytes, and lets go of its own. */
async function replaceBytes(tree: EditableTree, file: FileEntry, slice: Slice | null): Promise<void> {
  const size = slice?.size ?? 0;
  await tree.transaction.query({
    text: `UPDATE "Entry" SET size = $2, "modifiedAt" = now(), "blobKey" = $3, "offset" = 0, "hasLocalHeader" = false, "storedSize" = $2,
                  method = 'stored', crc32 = $4 WHERE id = $1`,
    values: [file.id, size, slice?.blobKey ?? null, slice?.crc32 ?? 0],
  });
  tree.bytes += size - file.size;
  if (file.slice) await releaseBlobs(tree.transaction, [file.slice.blobKey]);
}

async function publish(scope: FileScope, { path, mayReplace }: NewContent, slice: Slice | null, actor: AuditActor): Promise<string> {
  return await editTree(scope, async (tree) => {
    const file = await findLocked(tree, path);
    if (file?.kind !== "file") throw notFound(`“${path.at(-1) ?? ""}” no longer exists.`);
    const etag = contentTag(file);
    if (!mayReplace(etag)) throw new ContentChangedError(etag);
    await replaceBytes(tree, file, slice);
    await recordFileEvent(tree.transaction, scope, actor, { action: "file.edited", path, details: { bytes: slice?.size ?? 0 } });
    return contentTag({ ...file, slice });
  });
}

/**
 * Saves a text file in the encoding that it has. Whoever reads it meanwhile gets all of the old bytes or all of the new ones.
 * @returns its ETag from now on
 * @throws AppError 404, 409 for a folder, 413, 415, 422 for a character that the encoding does not have; ContentChangedError
 */
export async function saveContent(scope: FileScope, change: NewContent, actor: AuditActor, signal: AbortSignal): Promise<string> {
  const current = await readContent(scope, change.path, signal);
  if (!change.mayReplace(current.etag)) throw new ContentChangedError(current.etag);
  const bytes = encodeContent(change.content, chooseForm(current.text, change.encoding));
  const pack = new PackWriter(actor.accountId, signal);
  try {
    const slice = await pack.add([bytes]);
    await pack.finish();
    return await publish(scope, change, slice, actor);
  } catch (error) {
    await pack.discard(isDatabaseAway(error));
    throw error;
  }
}
