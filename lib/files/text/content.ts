import { createHash } from "node:crypto";
import type { AuditActor } from "../../audit/mutations";
import { blobStore } from "../../blobs/open";
import { readInflated, type Slice } from "../../blobs/slice";
import { BlobMissingError } from "../../blobs/store";
import { AppError, isDatabaseUnavailable } from "../../errors";
import { releaseBlobs } from "../../storage/mutations";
import { PackWriter } from "../../storage/quota/pack-writer";
import type { FileEntry } from "../../trees/data";
import { replaceSlice } from "../../trees/mutations";
import type { EntryPath } from "../../trees/schema";
import { type FileScope, findItem } from "../data";
import { type EditableTree, editTree, findLocked } from "../edit/editable-tree";
import { recordFileEvent } from "../edit/file-event";
import { itemGone } from "../edit/path-rules";
import { EDITABLE_BYTES } from "../schema";
import { isTextEncoding, isWideEncoding, readText, type Text, type TextForm, writeText } from "./text";

export interface EditableFile {
  file: FileEntry;
  text: Text;
  /** Strong; changes with every save. */
  etag: string;
}

export const TOO_LARGE_TO_EDIT = "This file is larger than 5 MB and cannot be edited here. Download it instead.";
const NOT_TEXT = "This file is not a text and cannot be edited here. Download it instead.";
const NO_LONGER_TEXT = "The text holds characters that no text file has, and cannot be saved here. Upload it as a file instead.";
export const TOO_LARGE_TO_SAVE = "The text is larger than 5 MB and cannot be saved here. Upload it as a file instead.";

/** Identifies the bytes: stored bytes never change, and no other bytes get their place. */
export function contentTag({ id, slice }: FileEntry): string {
  const place = slice ? `${slice.blobKey}:${slice.offset}:${slice.size}` : `empty:${id}`;
  return `"${createHash("sha256").update(place).digest("base64url").slice(0, 22)}"`;
}

async function findFile(scope: FileScope, path: EntryPath): Promise<FileEntry> {
  const entry = await findItem(scope, path);
  if (entry?.kind === "folder") throw new AppError("conflict", `“${entry.name || scope.name}” is a folder, not a file.`);
  if (!entry) throw itemGone(path);
  return entry;
}

async function readFile(scope: FileScope, path: EntryPath, signal: AbortSignal): Promise<{ file: FileEntry; bytes: Buffer }> {
  const file = await findFile(scope, path);
  // Checked before reading, so that a large video is rejected at once.
  if (file.size > EDITABLE_BYTES) throw new AppError("too_large", TOO_LARGE_TO_EDIT);
  const bytes = file.slice ? await readInflated(blobStore(), file.slice, signal) : Buffer.alloc(0);
  return { file, bytes };
}

/** Reads a text file. @throws AppError 404, 409 for a folder, 413 when it is too large, 415 for other files than text */
export async function readContent(scope: FileScope, path: EntryPath, signal: AbortSignal): Promise<EditableFile> {
  const { file, bytes } = await readFile(scope, path, signal).catch((error: unknown) => {
    if (!(error instanceof BlobMissingError)) throw error;
    // The file was replaced between look-up and reading. The new bytes exist.
    return readFile(scope, path, signal);
  });
  const text = readText(bytes);
  if (!text) throw new AppError("unsupported_type", NOT_TEXT);
  return { file, text, etag: contentTag(file) };
}

export class ContentChangedError extends Error {
  override readonly name = "ContentChangedError";
  constructor(readonly etag: string) {
    super("The file has changed since it was opened.");
  }
}

export interface NewContent {
  path: EntryPath;
  content: string;
  encoding?: string;
  mayReplace(etag: string): boolean;
}

/** Keeps the byte order mark with the encoding; a file that becomes UTF-16 gets one. @throws AppError 400 for an unknown encoding */
function chooseForm(current: TextForm, encoding: string | undefined): TextForm {
  const wanted = encoding?.toLowerCase() ?? current.encoding;
  if (!isTextEncoding(wanted)) throw new AppError("bad_request", "There is no such encoding.");
  return { encoding: wanted, hasByteOrderMark: wanted === current.encoding ? current.hasByteOrderMark : isWideEncoding(wanted) };
}

function encodeContent(content: string, form: TextForm): Buffer {
  const bytes = writeText(content, form);
  if (!Buffer.isBuffer(bytes)) {
    const { lacks } = bytes;
    throw new AppError("unprocessable", `The encoding of this file, ${form.encoding}, has no “${lacks}”. Save it as UTF-8 instead.`);
  }
  if (bytes.length > EDITABLE_BYTES) throw new AppError("too_large", TOO_LARGE_TO_SAVE);
  const read = readText(bytes);
  // Without a mark, UTF-16 is recognized only by its spaces and line ends.
  const needsMark = isWideEncoding(form.encoding) && !form.hasByteOrderMark && read?.content !== content;
  if (needsMark) return encodeContent(content, { ...form, hasByteOrderMark: true });
  // Otherwise the saved file could not be opened here again.
  if (!read) throw new AppError("unprocessable", NO_LONGER_TEXT);
  return bytes;
}

/** Points a file of a locked tree at other bytes, and releases the former ones. */
export async function replaceBytes(tree: EditableTree, file: FileEntry, slice: Slice | null): Promise<void> {
  await replaceSlice(tree.tx, file.id, slice);
  tree.bytes += (slice?.size ?? 0) - file.size;
  if (file.slice) await releaseBlobs(tree.tx, [file.slice.blobKey]);
}

async function publish(scope: FileScope, { path, mayReplace }: NewContent, slice: Slice | null, actor: AuditActor): Promise<string> {
  return await editTree(scope, async (tree) => {
    const file = await findLocked(tree, path);
    if (file?.kind !== "file") throw itemGone(path);
    const etag = contentTag(file);
    if (!mayReplace(etag)) throw new ContentChangedError(etag);
    await replaceBytes(tree, file, slice);
    await recordFileEvent(tree.tx, scope, actor, { action: "file.edited", path, details: { bytes: slice?.size ?? 0 } });
    return contentTag({ ...file, slice });
  });
}

/** Saves a text file in its encoding. @returns its new ETag @throws AppError 404, 409, 413, 415, 422; ContentChangedError */
export async function saveContent(scope: FileScope, change: NewContent, actor: AuditActor, signal: AbortSignal): Promise<string> {
  const current = await readContent(scope, change.path, signal);
  if (!change.mayReplace(current.etag)) throw new ContentChangedError(current.etag);
  const bytes = encodeContent(change.content, chooseForm(current.text, change.encoding));
  const pack = new PackWriter(actor.accountId, { least: bytes.length, most: bytes.length }, signal);
  try {
    const slice = await pack.add([bytes]);
    await pack.finish();
    return await publish(scope, change, slice, actor);
  } catch (error) {
    await pack.discard(isDatabaseUnavailable(error));
    throw error;
  }
}
