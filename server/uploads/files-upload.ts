import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { auditActor } from "../../lib/audit/mutations";
import { AppError, isDatabaseUnavailable, notFound } from "../../lib/errors";
import { type FileScope, findItem, findScope } from "../../lib/files/data";
import { CHUNK_FILES, FILES_PER_REQUEST, type UploadAnswer, uploadAnswerSchema } from "../../lib/files/schema";
import { planUpload, publishFiles, type UploadedFile } from "../../lib/files/upload/upload";
import {
  fileIndexOf,
  parseUploadFields,
  parseUploadPath,
  type UploadChunk,
  uploadFieldsSchema,
} from "../../lib/files/upload/upload-fields";
import { FILES_PATH } from "../../lib/files/values";
import { readClient } from "../../lib/http/client";
import { toRequestLike } from "../../lib/http/node";
import { MAX_UPLOAD_BYTES } from "../../lib/imports/uploads/schema";
import { PackWriter } from "../../lib/storage/quota/pack-writer";
import type { EntryPath } from "../../lib/trees/schema";
import { expectFiles, limitIdleTime, UPLOAD_IDLE_MS, uploadLimits, withTimeLimit } from "../http/body-limits";
import type { Mount } from "../http/handler";
import { sendJson } from "../http/json-answer";
import { type MultipartFile, type MultipartTaker, readMultipart } from "../http/multipart";
import { checkLength } from "../http/read-body";

export const FILES_UPLOAD_PATH = `${FILES_PATH}/[project]/files`;
const OTHER_FIELDS = 20;
/** More than names, paths and headers of the largest number of files take. Bytes. */
const AROUND_BYTES = 64 * 1024 * 1024;

const FILES_FIELD = "files";

const tooManyFiles = () =>
  new AppError("too_large", `At most ${FILES_PER_REQUEST.toLocaleString("en-US")} files can be sent in one request.`);
const tooLarge = () => new AppError("too_large", "The upload is too large. Maximum size is 100GB");

class UploadForm implements MultipartTaker {
  private readonly fields = new Map<string, string>();
  private readonly paths = new Map<number, string>();
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

  /** Called before the previous file is written; the files wait for each other. */
  onFile(file: MultipartFile): Promise<void> {
    const index = this.files.length;
    this.files.push({ name: file.name, slice: null });
    const taken = this.before.then(() => this.take(index, file));
    this.before = taken;
    return taken;
  }

  /** Returns the form after the last part. @throws AppError 400 */
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

  /** Returns the path below the target folder. @throws AppError 400 */
  private namesOf(index: number, targetPath: EntryPath): EntryPath {
    const path = this.paths.get(index) ?? this.files[index]?.name ?? "";
    return parseUploadPath(targetPath, path).slice(targetPath.length);
  }

  /** Rejects a form before its files are sent, when the fields come first. */
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

/** Checks the target folder early. @throws AppError 404, 409, as the edit itself would later */
async function requireTarget(scope: FileScope, path: EntryPath): Promise<void> {
  const target = await findItem(scope, path);
  if (!target) throw notFound("This folder no longer exists.");
  if (target.kind !== "folder") throw new AppError("conflict", `“${target.name}” is a file, not a folder.`);
}

function describe(count: number, chunk: UploadChunk | null): string {
  if (chunk === null) return `Uploaded ${count} file(s) successfully`;
  return `Uploaded chunk ${chunk.index + 1} of ${chunk.total}: ${count} file(s)`;
}

async function receive(
  request: IncomingMessage,
  scope: FileScope,
  { ownerId, bytes, signal }: { ownerId: string; bytes: number; signal: AbortSignal },
): Promise<UploadAnswer> {
  const like = toRequestLike(request);
  limitIdleTime(request, UPLOAD_IDLE_MS);
  const pack = new PackWriter(ownerId, expectFiles(request, AROUND_BYTES), signal);
  try {
    const form = new UploadForm(scope, pack, bytes);
    const formLimits = { files: FILES_PER_REQUEST, fields: FILES_PER_REQUEST + OTHER_FIELDS, tooManyFiles };
    await readMultipart(request, form, formLimits, signal);
    const { targetPath, files, chunk } = form.read();
    // Fails before anything is synced to disk.
    planUpload(files);
    await pack.finish();
    // The upload may have taken hours: check again that the user is signed in.
    const viewer = await requireAdmin(like, "write");
    const items = await publishFiles(scope, { targetPath, files }, auditActor(viewer, readClient(like)));
    return { success: true, totalFiles: items.length, files: items, message: describe(items.length, chunk) };
  } catch (error) {
    // After a lost database connection the entries may exist, so the bytes are left to the sweep.
    await pack.discard(isDatabaseUnavailable(error));
    throw error;
  }
}

const formSchema = uploadFieldsSchema.in.extend({
  filePath_0: z
    .string()
    .optional()
    .describe("`filePath_{index}`: path of the file with this number below `targetPath`, if it differs from the file's name."),
  files: z.array(z.file()).describe(`At most ${FILES_PER_REQUEST} files; we recommend ${CHUNK_FILES}.`),
});

/** Adds files and folders to a folder, all of a request or none. Rejected requests leave nothing behind. */
export function filesUpload({ bytes, milliseconds } = uploadLimits(MAX_UPLOAD_BYTES)): Mount {
  return {
    path: FILES_UPLOAD_PATH,
    methods: ["POST"],
    tag: "Files of a map",
    callers: "admins",
    calls: {
      "POST /api/files/{project}/files": {
        summary: "Upload files",
        description: "Adds files to a folder of a map and replaces files with the same names. Send the fields before the files.",
        otherBody: { required: true, content: { "multipart/form-data": { schema: formSchema } } },
        answer: uploadAnswerSchema,
        errors: [409],
      },
    },
    async handler(request, response, { project = "" }) {
      const viewer = await requireAdmin(toRequestLike(request), "write");
      const { accountId: ownerId } = viewer;
      const scope = await findScope(viewer, project);
      checkLength(request, bytes * 1.01 + AROUND_BYTES, tooLarge);
      const tooSlow = new AppError("bad_request", "The upload took too long. Please send fewer files at a time.");
      const answer = await withTimeLimit(milliseconds, tooSlow, (signal) => receive(request, scope, { ownerId, bytes, signal }));
      sendJson(response, answer);
    },
  };
}
