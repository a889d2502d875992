import { z } from "zod";
import { countSchema, referenceSchema, timeSchema } from "../../http/paging/schema";
import { PROJECT_NAME_MAX } from "../../projects/values";
import { nameEncodingSchema } from "../schema";

/** 100 GB for one resumable upload. */
export const MAX_UPLOAD_BYTES = 107_374_182_400;
/** Limit for the declared bytes of one account's unfinished uploads, so that one account can't reserve all free space. */
export const MAX_DECLARED_BYTES = 4 * MAX_UPLOAD_BYTES;
export const TOO_LARGE_MESSAGE = "ZIP file is too large. Maximum size is 100GB";
export const NOT_A_ZIP_MESSAGE = "Please select a valid ZIP file";

/** An upload of which no byte has come expires this long after its creation, because it reserves space. */
export const EMPTY_UPLOAD_EXPIRY_MS = 60 * 60 * 1000;

/** An upload expires this long after its last bytes. */
export const UPLOAD_EXPIRY_MS = 7 * 24 * 60 * 60 * 1000;

function text(max: number, name: string): z.ZodString {
  return z
    .string()
    .max(max, `Upload-Metadata: ${name} can have at most ${max} characters.`)
    .refine((value) => !value.includes("\0"), `Upload-Metadata: ${name} contains a NUL character.`);
}

/** The metadata of an upload, as the client claims them. `userRole` is ignored: rights come from the session. */
export const uploadMetadataSchema = z
  .object({
    filename: text(1_024, "filename").optional(),
    filetype: text(255, "filetype").optional(),
    relativePath: text(4_096, "relativePath").optional(),
    projectName: text(PROJECT_NAME_MAX, "projectName").optional(),
    newProjectName: text(PROJECT_NAME_MAX, "newProjectName").optional(),
    uploadType: text(32, "uploadType").optional(),
    userRole: text(32, "userRole").optional(),
    nameEncoding: nameEncodingSchema,
  })
  .catchall(text(1_024, "a value"))
  .refine(({ uploadType, filename }) => uploadType !== "zip" || filename === undefined || /\.zip$/i.test(filename), NOT_A_ZIP_MESSAGE);

export const claimedNameSchema = z.object({ filename: z.string().optional() });

export const unfinishedUploadsSchema = z.object({
  uploads: z
    .array(
      z.object({
        _id: z.string().describe("Last part of the upload's address."),
        filename: z.string().nullable().describe("As the client claims it."),
        owner: referenceSchema.extend({ email: z.string() }).nullable().describe("Null when the account is gone."),
        received: countSchema.describe("Bytes that the server has. Of an upload to a bucket, the number may be a minute old."),
        length: countSchema.describe("Bytes of the whole, which the upload reserves."),
        createdAt: timeSchema,
        expiresAt: timeSchema,
      }),
    )
    .describe("The newest, at most 200."),
  total: countSchema.describe("All unfinished uploads."),
});
export type UnfinishedUploads = z.infer<typeof unfinishedUploadsSchema>;
export type UnfinishedUpload = UnfinishedUploads["uploads"][number];

/** The header Upload-Length: a whole number of bytes without sign, exponent or leading zeros. */
export const uploadLengthSchema = z
  .string("Upload-Length is required.")
  .regex(/^(0|[1-9]\d{0,14})$/, "Upload-Length must be a whole number of bytes.")
  .transform(Number);

function decodeValue(value: string): string | null {
  if (value.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(value)) return null;
  try {
    const bytes = Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Parses the header Upload-Metadata: comma-separated pairs of a key and an optional Base64 value. @returns null when it is invalid */
export function parseUploadMetadata(header: string): Record<string, string> | null {
  const found = new Map<string, string>();
  for (const pair of header.split(",")) {
    const [key = "", encoded = "", ...rest] = pair.trim().split(" ");
    const value = decodeValue(encoded);
    if (!/^[!-+\--~]+$/.test(key) || found.has(key) || value === null || rest.length > 0) return null;
    found.set(key, value);
  }
  return Object.fromEntries(found);
}
