import { z } from "zod";
import { MAX_UPLOAD_BYTES, UPLOAD_EXPIRY_MS, unfinishedUploadsSchema, uploadLengthSchema } from "../imports/uploads/schema";
import { type Description, describeCalls, emptyAnswer, jsonAnswer } from "./call";
import { accountHeader, messageSchema } from "./parameters";

const version = z.literal("1.0.0").describe("Version of the protocol.");
const path = z.object({ id: z.string().describe("Last part of the upload's address.") });
const headers = z.object({ "Tus-Resumable": version });
const asked = headers.extend(accountHeader.shape);
const offset = z.string().regex(/^\d+$/).describe("Bytes that the server has.");
const expires = z
  .string()
  .optional()
  .describe(`When the upload is forgotten: ${UPLOAD_EXPIRY_MS / 86_400_000} days after it last took bytes.`);
const bytes = (required: boolean) => ({
  required,
  content: { "application/offset+octet-stream": { schema: { type: "string" as const, format: "binary" } } },
});

const abilities = headers.extend({ "Tus-Version": version, "Tus-Extension": z.string(), "Tus-Max-Size": z.string() });
const options = (summary: string): Description => ({
  summary,
  asksForNothing: true,
  description: "What the server can do.",
  who: "everyone",
  answers: { 204: emptyAnswer("Told by headers.", abilities.partial()) },
});

/** tus 1.0 with creation, creation-with-upload, termination and expiration: https://tus.io. */
export const uploadPaths = describeCalls("Resumable uploads", "admins", path, {
  "OPTIONS /files": options("Ask what uploads can do"),
  "POST /files": {
    summary: "Begin an upload",
    description: `Of at most ${MAX_UPLOAD_BYTES} bytes. The length must be known. A body, if there is one, is the first bytes.`,
    headers: asked.extend({
      "Upload-Length": uploadLengthSchema.meta({ description: "Bytes of the whole." }),
      "Upload-Metadata": z
        .string()
        .optional()
        .describe(
          "Pairs of a key and a value in Base64, with commas between them: `filename`, `filetype`, `relativePath`, `projectName`, `uploadType` (`zip`), `nameEncoding`, and `newProjectName`: the name of the project to create, which no other account can take until the upload ends.",
        ),
    }),
    body: bytes(false),
    answers: {
      201: emptyAnswer(
        "It has begun.",
        headers.extend({
          Location: z.string().describe("Address of the upload, relative to this one."),
          "Upload-Offset": offset.optional(),
          "Upload-Expires": expires,
        }),
      ),
    },
    errors: [409, 410, 423],
  },
  "OPTIONS /files/{id}": options("Ask what an upload can do"),
  "HEAD /files/{id}": {
    summary: "Ask how far an upload is",
    description: "One's own. 423 also while the server can't answer: the upload is not lost by that.",
    headers: asked,
    answers: { 200: emptyAnswer("How far it is.", headers.extend({ "Upload-Offset": offset, "Upload-Length": offset })) },
    errors: [410, 423],
  },
  "PATCH /files/{id}": {
    summary: "Send bytes of an upload",
    description: "One's own. Of a request that breaks off, what has come is kept.",
    headers: asked.extend({ "Upload-Offset": offset }),
    body: bytes(true),
    answers: { 204: emptyAnswer("They are kept.", headers.extend({ "Upload-Offset": offset, "Upload-Expires": expires })) },
    errors: [409, 410, 423],
  },
  "DELETE /files/{id}": {
    summary: "Delete an upload",
    description: "One's own, unless a map is being made of it. 423 while another request sends its bytes.",
    headers: asked,
    answers: { 204: emptyAnswer("It is gone.", headers) },
    errors: [409, 410, 423],
  },
  "GET /api/superadmin/uploads": {
    summary: "List all unfinished uploads",
    description: "Of every account, the newest first.",
    who: "superadmins",
    answers: { 200: jsonAnswer(unfinishedUploadsSchema, "The uploads.") },
  },
  "DELETE /api/superadmin/uploads/{id}": {
    summary: "Cancel any upload",
    description: "Ends the request that sends its bytes, deletes them, and frees the space that the upload reserves.",
    who: "superadmins",
    answers: { 200: jsonAnswer(messageSchema, "It is gone.") },
    errors: [409, 423],
  },
});
