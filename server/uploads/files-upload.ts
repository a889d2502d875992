import type { IncomingMessage } from "node:http";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { auditActor } from "../../lib/audit/mutations";
import { AppError, isDatabaseAway, methodNotAllowed, notFound } from "../../lib/errors";
import { type FileScope, findItem, findScope } from "../../lib/files/data";
import { FILES_PATH, FILES_PER_REQUEST, type UploadAnswer } from "../../lib/files/schema";
import { PackWriter } from "../../lib/files/upload/pack";
import { planUpload, type UploadedFile } from "../../lib/files/upload/place-files";
import { publishFiles } from "../../lib/files/upload/upload";
import { fileIndexOf, parseUploadFields, parseUploadPath, type UploadChunk } from "../../lib/files/upload/upload-fields";
import { readClient } from "../../lib/http/client";
import { toRequestLike } from "../../lib/http/node";
import { MAX_UPLOAD_BYTES } from "../../lib/imports/uploads/schema";
import type { EntryPath } from "../../lib/trees/schema";
import type { BytesHandler } from "../http/handler";
import { sendJson } from "../http/json-answer";
import { type MultipartFile, type MultipartTaker, readMultipart } from "../http/multipart";

export const FILES_UPLOAD_PATH = `${FILES_PATH}/[project]/files`;
const METHODS = ["POST"] as const;
export const FILES_UPLOAD_ROUTES = { [FILES_UPLOAD_PATH]: METHODS };

/** A client that sends nothing for so long is gone. */
const IDLE_MS = 60_000;
/** Longer than 50 GB take on a line of 10 Mbit/s, and shorter than what is half written is safe from the sweep of unused blobs. */
const LIMIT_MS = 12 * 60 * 60 * 1_000;
/** Beside the paths of the files. */
const OTHER_FIELDS = 20;

const FILES_FIELD = "files";

export interface UploadLimits {
  /** Of all files of a request. */
  bytes: number;
  /** From first byte to last. */
  milliseconds: number;
}

const tooManyFiles = () =>
  new AppError("too_large", `At most ${FILES_PER_REQUEST.toLocaleString("en-US")} files can be sent in one request.`);
const tooLarge = () => new AppError("too_large", "The upload is too large. Maximum size is 100GB");

/** The form as it comes in: fields in any order, and files, whose bytes go to the object store one after the other. */
class UploadForm implements MultipartTaker {
  private readonly fields = new Map<string, string>();
  private readonly paths = new Map<number, string>();
  /** Names of the parts, and where the bytes are, by number of the file. */
  private readonly files: { name: string; slice: UploadedFile["slice"] }[] = [];
  private before: Promise<void> = Promise.resolve();
  private size = 0;
  private isTargetKnown = false;

  constructor(
    private readonly scope: FileScope,
    private readonly pack: PackWriter,
    private readonly limit: number,
  ) {}

  onField(name: string, value: string): void {
    const index = fileIndexOf(name);
    const isThere = index === null ? this.fields.has(name) : this.paths.has(index);
    if (isThere) throw new AppError("bad_request", `The field ${name} is there more than once.`);
    if (name === FILES_FIELD) throw new AppError("bad_request", "A file is missing in the field files.");
    if (index === null) this.fields.set(name, value);
    else this.paths.set(index, value);
  }

  /** The parser may come with the next file before this one is written: they wait for each other. */
  onFile(file: MultipartFile): Promise<void> {
    const index = this.files.length;
    this.files.push({ name: file.name, slice: null });
    const taken = this.before.then(() => this.take(index, file));
    this.before = taken;
    return taken;
  }

  /** What is to be published, once everything has come. @throws AppError 400 */
  read(): { targetPath: EntryPath; files: UploadedFile[]; chunk: UploadChunk | null } {
    const { targetPath, chunk } = parseUploadFields(this.fields);
    if (this.files.length === 0) throw new AppError("bad_request", "No file was sent.");
    for (const index of this.paths.keys()) {
      if (index >= this.files.length) throw new AppError("bad_request", `The field filePath_${index} belongs to no file.`);
    }
    const files = this.files.map(({ slice }, index) => ({ names: this.namesOf(index, targetPath), slice }));
    return { targetPath, files, chunk };
  }

  private async take(index: number, { field, bytes }: MultipartFile): Promise<void> {
    if (field !== FILES_FIELD) throw new AppError("bad_request", `The files must be in the field ${FILES_FIELD}.`);
    await this.refuseEarly(index);
    const slice = await this.pack.add(this.withinLimit(bytes));
    this.files[index] = { name: this.files[index]?.name ?? "", slice };
  }

  /** Below the target folder. @throws AppError 400 */
  private namesOf(index: number, targetPath: EntryPath): EntryPath {
    const path = this.paths.get(index) ?? this.files[index]?.name ?? "";
    return parseUploadPath(targetPath, path).slice(targetPath.length);
  }

  /** Where the fields come before the files, nobody sends gigabytes in vain. */
  private async refuseEarly(index: number): Promise<void> {
    if (!this.fields.has("targetPath")) return;
    const { targetPath } = parseUploadFields(new Map([["targetPath", this.fields.get("targetPath") ?? ""]]));
    if (this.paths.has(index)) this.namesOf(index, targetPath);
    if (this.isTargetKnown || targetPath.length === 0) return;
    this.isTargetKnown = true;
    await requireTarget(this.scope, targetPath);
  }

  private async *withinLimit(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of bytes) {
      this.size += chunk.length;
      if (this.size > this.limit) throw tooLarge();
      yield chunk;
    }
  }
}

/** @throws AppError 404, 409, as the edit itself will when it comes to that */
async function requireTarget(scope: FileScope, path: EntryPath): Promise<void> {
  const target = await findItem(scope, path);
  if (!target) throw notFound("This folder no longer exists.");
  if (target.kind !== "folder") throw new AppError("conflict", `“${target.name}” is a file, not a folder.`);
}

function describe(count: number, chunk: UploadChunk | null): string {
  if (chunk === null) return `Uploaded ${count} file(s) successfully`;
  return `Uploaded chunk ${chunk.index + 1} of ${chunk.total}: ${count} file(s)`;
}

/** Takes the form, and publishes what it brings. */
async function receive(request: IncomingMessage, scope: FileScope, ownerId: string, limits: UploadLimits): Promise<UploadAnswer> {
  const like = toRequestLike(request);
  request.socket.setTimeout(IDLE_MS);
  request.once("end", () => request.socket.setTimeout(0));
  const ending = new AbortController();
  const tooSlow = new AppError("bad_request", "The upload took too long. Please send fewer files at a time.");
  const limit = setTimeout(() => ending.abort(tooSlow), limits.milliseconds);
  const pack = new PackWriter(ownerId, ending.signal);
  try {
    const form = new UploadForm(scope, pack, limits.bytes);
    const formLimits = { files: FILES_PER_REQUEST, fields: FILES_PER_REQUEST + OTHER_FIELDS, tooManyFiles };
    await readMultipart(request, form, formLimits, ending.signal);
    const { targetPath, files, chunk } = form.read();
    // Known to be wrong before anything is synced to disk.
    planUpload(files);
    await pack.finish();
    // It may have taken hours: who has been signed out meanwhile publishes nothing.
    const viewer = await requireAdmin(like);
    const items = await publishFiles(scope, { targetPath, files }, auditActor(viewer, readClient(like)));
    return { success: true, totalFiles: items.length, files: items, message: describe(items.length, chunk) };
  } catch (error) {
    // Where the connection broke, nobody knows whether the entries are there: the sweep will.
    await pack.discard(isDatabaseAway(error));
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

/**
 * POST /api/files/{project}/files: files and folders into a folder of a project's map or of the shared assets, all of a request
 * or none. Of a request that is refused or cut off nothing stays.
 */
export function createFilesUploadHandler(limits: UploadLimits = { bytes: MAX_UPLOAD_BYTES, milliseconds: LIMIT_MS }): BytesHandler {
  return async (request, response, { project = "" }): Promise<void> => {
    if (request.method !== "POST") throw methodNotAllowed(METHODS);
    const viewer = await requireAdmin(toRequestLike(request));
    const scope = await findScope(viewer, project);
    if (Number(request.headers["content-length"] ?? 0) > limits.bytes * 1.01 + 64 * 1024 * 1024) throw tooLarge();
    sendJson(response, await receive(request, scope, viewer.accountId, limits));
  };
}
