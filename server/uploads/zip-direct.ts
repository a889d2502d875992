import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import type { BlobKey } from "../../lib/blobs/store";
import { AppError, notFound } from "../../lib/errors";
import { readClient } from "../../lib/http/client";
import { readIdempotencyKey } from "../../lib/http/idempotency-key";
import { toRequestLike } from "../../lib/http/node";
import { parseInput } from "../../lib/http/route";
import { findObstacle, findStarted, type StartedImport } from "../../lib/imports/data";
import { type BegunImport, discardArchive, startImport, storeArchive } from "../../lib/imports/mutations";
import { type Publisher, publisherOf, requireTarget } from "../../lib/imports/policy";
import {
  DIRECT_TOO_LARGE_MESSAGE,
  type DirectZip,
  describeTarget,
  directZipFields,
  directZipSchema,
  MAX_DIRECT_BYTES,
  startedImportSchema,
} from "../../lib/imports/schema";
import { NOT_A_ZIP_MESSAGE } from "../../lib/imports/uploads/schema";
import { idempotencyHeader } from "../../lib/openapi/parameters";
import type { ExpectedBytes } from "../../lib/storage/quota/reservation";
import {
  expectFiles,
  limitBytes,
  limitIdleTime,
  UPLOAD_IDLE_MS,
  type UploadLimits,
  uploadLimits,
  withTimeLimit,
} from "../http/body-limits";
import type { Mount } from "../http/handler";
import { sendJson } from "../http/json-answer";
import { type MultipartFile, type MultipartTaker, readMultipart } from "../http/multipart";
import { checkLength } from "../http/read-body";

export const ZIP_DIRECT_PATH = "/upload-zip-direct";
const AROUND_BYTES = 1024 * 1024;

const FILE_FIELD = "zipFile";
const FORM_LIMITS = { files: 2, fields: 20 };

const tooLarge = () => new AppError("too_large", DIRECT_TOO_LARGE_MESSAGE);

class DirectForm implements MultipartTaker {
  blobKey: BlobKey | null = null;
  fileName = "";
  private hasFile = false;
  private readonly fields = new Map<string, string>();

  constructor(
    private readonly publisher: Publisher,
    private readonly limit: number,
    private readonly expected: ExpectedBytes,
    private readonly signal: AbortSignal,
  ) {}

  onField(name: string, value: string): void {
    if (this.fields.has(name)) throw new AppError("bad_request", `The field ${name} is there more than once.`);
    if (name === FILE_FIELD) throw new AppError("bad_request", NOT_A_ZIP_MESSAGE);
    this.fields.set(name, value);
  }

  async onFile({ field, name, bytes }: MultipartFile): Promise<void> {
    if (field !== FILE_FIELD) throw new AppError("bad_request", `The file must be in the field ${FILE_FIELD}.`);
    if (this.hasFile) throw new AppError("bad_request", "Only one ZIP file can be uploaded at a time.");
    this.hasFile = true;
    this.fileName = name;
    if (!/\.zip$/i.test(name)) throw new AppError("bad_request", NOT_A_ZIP_MESSAGE);
    await this.refuseEarly();
    const { publisher, signal, expected } = this;
    this.blobKey = await storeArchive(limitBytes(bytes, this.limit, tooLarge), publisher.accountId, signal, expected);
  }

  /** Returns the fields after the last part. @throws AppError 400 */
  finish(): DirectZip {
    if (!this.blobKey) throw new AppError("bad_request", NOT_A_ZIP_MESSAGE);
    const { target, nameEncoding } = this.parse();
    return { target: describeTarget(target, this.fileName), nameEncoding };
  }

  private parse(): DirectZip {
    return parseInput(directZipSchema, Object.fromEntries(this.fields));
  }

  /** Rejects a form before its file is sent, when the name comes first. */
  private async refuseEarly(): Promise<void> {
    if (!this.fields.has("projectName") && !this.fields.has("projectId")) return;
    const { target } = this.parse();
    requireTarget(this.publisher, target);
    const obstacle = await findObstacle(target, this.publisher.accountId);
    if (obstacle) throw obstacle;
  }
}

async function begin(
  request: IncomingMessage,
  publisher: Publisher,
  idempotencyKey: string | null,
  { bytes, signal }: { bytes: number; signal: AbortSignal },
): Promise<StartedImport> {
  const like = toRequestLike(request);
  limitIdleTime(request, UPLOAD_IDLE_MS);
  const form = new DirectForm(publisher, bytes, expectFiles(request, AROUND_BYTES), signal);
  let begun: BegunImport | null = null;
  try {
    await readMultipart(request, form, FORM_LIMITS, signal);
    const { target, nameEncoding } = form.finish();
    // The upload may have taken hours: check again that the user is signed in.
    const viewer = await requireAdmin(like, "publish");
    if (!form.blobKey) throw notFound();
    const { blobKey, fileName: sourceName } = form;
    const input = { source: "zip", ownerId: viewer.accountId, target, blobKey, sourceName, nameEncoding, idempotencyKey } as const;
    begun = await startImport(input, publisherOf(viewer, readClient(like)));
    return begun;
  } finally {
    if (!begun?.isNew && form.blobKey) await discardArchive(form.blobKey);
  }
}

async function receive(request: IncomingMessage, response: ServerResponse, { bytes, milliseconds }: UploadLimits): Promise<void> {
  const like = toRequestLike(request);
  const publisher = publisherOf(await requireAdmin(like, "publish"), readClient(like));
  const idempotencyKey = readIdempotencyKey(like);
  const findEarlier = () => findStarted(publisher.accountId, idempotencyKey);
  const earlier = await findEarlier();
  if (earlier) return answer(response, earlier);
  checkLength(request, bytes + AROUND_BYTES, tooLarge);
  try {
    const tooSlow = new AppError("bad_request", "The upload took too long. Please use the resumable upload.");
    const receiveForm = (signal: AbortSignal) => begin(request, publisher, idempotencyKey, { bytes, signal });
    answer(response, await withTimeLimit(milliseconds, tooSlow, receiveForm));
  } catch (error) {
    // The obstacle may be the import that the first attempt of this request has started meanwhile.
    const meanwhile = error instanceof AppError ? await findEarlier() : null;
    if (!meanwhile) throw error;
    answer(response, meanwhile);
  }
}

function answer(response: ServerResponse, { safeName }: StartedImport): void {
  sendJson(response, { success: true, status: "extracting", message: "The ZIP file is being extracted.", safeName });
}

const formSchema = z.object({ ...directZipFields, [FILE_FIELD]: z.file().describe("The ZIP.") });

/** Imports a ZIP in one multipart request. Rejected and incomplete requests leave nothing behind. */
export function zipDirect(limits = uploadLimits(MAX_DIRECT_BYTES)): Mount {
  return {
    path: ZIP_DIRECT_PATH,
    methods: ["POST"],
    tag: "Publishing",
    callers: "admins",
    calls: {
      "POST /upload-zip-direct": {
        summary: "Upload and publish a ZIP",
        description: `Publishes a ZIP of at most ${MAX_DIRECT_BYTES} bytes in one request. Send the fields before the file, so that invalid requests are rejected early. The map opens within seconds and is checked in the background. Use the resumable upload for larger files and unreliable connections.`,
        headers: idempotencyHeader,
        otherBody: { required: true, content: { "multipart/form-data": { schema: formSchema } } },
        answer: startedImportSchema,
        errors: [404, 409],
      },
    },
    async handler(request, response) {
      if (request.url?.split("?", 1)[0] !== ZIP_DIRECT_PATH) throw notFound();
      await receive(request, response, limits);
    },
  };
}
