import { z } from "zod";
import { MAX_UPLOAD_BYTES, UPLOAD_EXPIRY_MS, uploadLengthSchema } from "../../../lib/imports/uploads/schema";
import { bytesOf, type DescribedCall, emptyAnswer, type MountDescription } from "../../../lib/openapi/description";
import { accountHeader, uploadPath as path } from "../../../lib/openapi/parameters";

const version = z.literal("1.0.0").describe("Version of the protocol.");
const versionHeader = z.object({ "Tus-Resumable": version });
const requestHeaders = versionHeader.extend(accountHeader.shape);
const offset = z.string().regex(/^\d+$/).describe("The number of bytes that the server has received.");
const expires = z
  .string()
  .optional()
  .describe(`When the upload expires: ${UPLOAD_EXPIRY_MS / 86_400_000} days after it last received bytes.`);
const bytes = bytesOf(["application/offset+octet-stream"]);

const abilities = versionHeader.extend({ "Tus-Version": version, "Tus-Extension": z.string(), "Tus-Max-Size": z.string() });
const options = {
  callers: "everyone",
  description: "Returns the supported version, extensions and size.",
  answers: { 204: emptyAnswer("The headers contain the options.", abilities.partial()) },
} as const satisfies Omit<DescribedCall, "summary">;

/** The supported parts of tus 1.0: creation, creation-with-upload, termination and expiration (https://tus.io). */
export const tusDescription: MountDescription = {
  tag: "Resumable uploads",
  callers: "admins",
  calls: {
    "OPTIONS /files": { ...options, summary: "Get the options of uploads" },
    "POST /files": {
      summary: "Begin an upload",
      description: `Begins an upload of at most ${MAX_UPLOAD_BYTES} bytes. The length must be known. The body, if any, contains the first bytes.`,
      headers: requestHeaders.extend({
        "Upload-Length": uploadLengthSchema.meta({ description: "Total number of bytes." }),
        "Upload-Metadata": z
          .string()
          .optional()
          .describe(
            "Comma-separated pairs of a key and a Base64 value. Keys: `filename`, `filetype`, `relativePath`, `projectName`, `uploadType` (`zip`), `nameEncoding` and `newProjectName`. `newProjectName` reserves the name of the project to create until the upload ends.",
          ),
      }),
      otherBody: { required: false, content: bytes },
      answers: {
        201: emptyAnswer(
          "The upload has begun.",
          versionHeader.extend({
            Location: z.string().describe("Address of the upload, relative to this one."),
            "Upload-Offset": offset.optional(),
            "Upload-Expires": expires,
          }),
        ),
      },
      errors: [409, 410, 423],
    },
    "OPTIONS /files/{id}": { ...options, summary: "Get the options of an upload", path, neverMissing: true },
    "HEAD /files/{id}": {
      summary: "Get the offset of an upload",
      description: "For uploads of the caller. Also returns 423 while the server can't answer; the upload is not lost.",
      path,
      headers: requestHeaders,
      answers: { 200: emptyAnswer("The offset.", versionHeader.extend({ "Upload-Offset": offset, "Upload-Length": offset })) },
      errors: [410, 423],
    },
    "PATCH /files/{id}": {
      summary: "Send bytes of an upload",
      description: "For uploads of the caller. If the request ends early, the bytes received so far are kept.",
      path,
      headers: requestHeaders.extend({ "Upload-Offset": offset }),
      otherBody: { required: true, content: bytes },
      answers: { 204: emptyAnswer("The bytes are saved.", versionHeader.extend({ "Upload-Offset": offset, "Upload-Expires": expires })) },
      errors: [409, 410, 423],
    },
    "DELETE /files/{id}": {
      summary: "Delete an upload",
      description:
        "For uploads of the caller. Returns 409 while a map is being created from the upload, and 423 while another request sends its bytes.",
      path,
      headers: requestHeaders,
      answers: { 204: emptyAnswer("The upload is deleted.", versionHeader) },
      errors: [409, 410, 423],
    },
  },
};
