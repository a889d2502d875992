import { z } from "zod";
import { claimedFileSchema, headSchema } from "../imports/folder/fields";
import { directZipFields, extractionProgressSchema, extractTusZipSchema, importSummarySchema, MAX_DIRECT_BYTES } from "../imports/schema";
import { safeNameSchema } from "../projects/schema";
import { describeCalls, jsonAnswer, jsonBody } from "./call";
import { idempotencyHeader, idPath, messageSchema } from "./parameters";

const someUpload = "5b1f0c7e9a3d4c2f8e6b7a1d0c9f8e7d";

const startedSchema = z.object({
  success: z.literal(true),
  status: z.literal("extracting"),
  message: z.string(),
  safeName: z.string().describe("Ask for the progress under this name."),
});
const started = jsonAnswer(
  startedSchema,
  "The import has begun. The map can be opened within seconds, and is checked in the background. `warning` of the progress tells of a missing index.html.",
);

const folderSchema = headSchema.in.extend({
  files: z.array(claimedFileSchema).describe("Every file; with `baseVersion`, those that were added or changed."),
  removed: z.array(z.string()).optional().describe("With `baseVersion`: paths of files that are no longer there."),
});

const folderAnswer = z.object({
  success: z.literal(true),
  status: z.enum(["complete", "extracting"]),
  message: z.string(),
  safeName: z.string().describe("Ask for the progress under this name."),
  projectId: z.string().nullable(),
  viewMap: z.string().nullable().describe("Address of the map; null while it is not online."),
  warning: extractionProgressSchema.shape.warning,
});

export const publishingPaths = describeCalls("Publishing", "admins", null, {
  "POST /extract-tus-zip": {
    summary: "Publish an uploaded ZIP",
    description: "Makes a project of a finished upload, or another map for the project `projectId`.",
    headers: idempotencyHeader,
    body: jsonBody(extractTusZipSchema, { projectName: "Harbour 2026", description: "Depths and moorings", uploadId: someUpload }),
    answers: { 200: started },
    errors: [404, 409],
  },
  "POST /upload-zip-direct": {
    summary: "Upload and publish a ZIP",
    description: `In one request, of at most ${MAX_DIRECT_BYTES} bytes. Send the fields before the file: what cannot be taken is then refused before its bytes travel. Larger files, and connections that break, need the resumable upload.`,
    headers: idempotencyHeader,
    body: {
      required: true,
      content: { "multipart/form-data": { schema: z.object({ ...directZipFields, zipFile: z.file().describe("The ZIP.") }) } },
    },
    answers: { 200: started },
    errors: [404, 409],
  },
  "POST /process-tus-upload": {
    summary: "Publish an uploaded folder",
    description:
      "Makes a project of uploaded files, or another map for the project `projectId`. Files can be uploads of their own, or slices of longer ones. Most folders are online when the answer comes.",
    headers: idempotencyHeader,
    body: jsonBody(folderSchema, {
      projectName: "Harbour 2026",
      description: "Depths and moorings",
      files: [{ uploadId: someUpload, relativePath: "index.html", name: "index.html", size: 12, offset: 0 }],
    }),
    answers: { 200: jsonAnswer(folderAnswer, "It is online, or being published still.") },
    errors: [404, 409],
  },
  "GET /extraction-progress/{safeName}": {
    summary: "Get the progress of an import",
    description: "Of the latest import under this name.",
    path: z.object({ safeName: safeNameSchema }),
    answers: { 200: jsonAnswer(extractionProgressSchema, "How far it is.") },
  },
  "GET /api/project/imports": {
    summary: "List imports",
    description: "All unfinished imports, and one's own that failed lately.",
    answers: { 200: jsonAnswer(z.object({ imports: z.array(importSummarySchema) }), "Imports.") },
  },
  "DELETE /api/project/imports/{id}": {
    summary: "Dismiss a failed import",
    description: "One's own; it is listed no more.",
    path: idPath("an import"),
    answers: { 200: jsonAnswer(messageSchema, "It is listed no more.") },
  },
});
