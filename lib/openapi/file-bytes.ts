import { z } from "zod";
import {
  CHUNK_FILES,
  EDITABLE_BYTES,
  FILES_PER_REQUEST,
  fileContentSchema,
  saveContentSchema,
  savedContentSchema,
  uploadAnswerSchema,
} from "../files/schema";
import { uploadFieldsSchema } from "../files/upload/upload-fields";
import { errorBodySchema } from "../http/error-body";
import { bytesAnswer, describeCalls, emptyAnswer, jsonAnswer, jsonBody } from "./call";
import { etagHeader, projectPath as path, rangeHeaders } from "./parameters";

const filePath = z.string().describe("From the top of the map: `data/depths.geojson`.");
const filePaths = z.array(filePath).min(1).describe("From the top of the map. Several, or a folder, come as a ZIP.");
const inline = z.enum(["0", "1"]).optional().describe("`1`: to be shown rather than saved, where its kind can be shown.");

const anyType = ["application/octet-stream", "application/zip", "*/*"];
const fileHeaders = z.object({ "Content-Disposition": z.string(), ETag: z.string().optional(), "Accept-Ranges": z.string().optional() });
export const downloadAnswers = {
  200: bytesAnswer(anyType, "The bytes.", fileHeaders),
  206: bytesAnswer(anyType, "The part that was asked for.", fileHeaders.extend({ "Content-Range": z.string() })),
  304: emptyAnswer("You have it already.", etagHeader),
};

const uploadSchema = uploadFieldsSchema.in.extend({
  filePath_0: z
    .string()
    .optional()
    .describe("`filePath_{index}`: path of the file of that number below `targetPath`, where it is not only its name."),
  files: z.array(z.file()).describe(`The files, ${FILES_PER_REQUEST} at most; ${CHUNK_FILES} are a good number.`),
});
const changedSchema = errorBodySchema.extend({ etag: z.string().optional().describe("Of what is saved now.") });
const matchHeader = z.object({ "If-Match": z.string().optional().describe("ETag of the content that you have changed.") });

export const fileBytesPaths = describeCalls("Files of a map", "admins", path, {
  "POST /api/files/{project}/files": {
    summary: "Upload files",
    description: "Into a folder of a map. What is there under the same name is replaced. Send the fields before the files.",
    body: { required: true, content: { "multipart/form-data": { schema: uploadSchema } } },
    answers: { 200: jsonAnswer(uploadAnswerSchema, "The files as they are now.") },
    errors: [409],
  },
  "GET /api/files/{project}/file-content": {
    summary: "Read a text file",
    head: "Ask for a text file",
    description: `Of up to ${EDITABLE_BYTES} bytes.`,
    query: z.object({ filePath }),
    answers: { 200: jsonAnswer(fileContentSchema, "The text.", etagHeader) },
    errors: [409, 413, 415],
  },
  "PUT /api/files/{project}/file-content": {
    summary: "Save a text file",
    description: "Encoding and line ends stay as they were. With `If-Match`, a save never overwrites another user's change.",
    headers: matchHeader,
    body: jsonBody(saveContentSchema, { filePath: "index.html", content: "<h1>Harbour</h1>" }),
    answers: { 200: jsonAnswer(savedContentSchema, "It is saved.", etagHeader) },
    errors: [422],
    otherErrors: { 409: jsonAnswer(changedSchema, "Another user has saved it meanwhile; or it is a folder.") },
  },
  "GET /api/files/{project}/download": {
    summary: "Download files",
    head: "Ask for a download",
    description: "A file as it was uploaded; a folder, or several items, as a ZIP.",
    query: z.object({ filePath: filePaths, inline }),
    headers: rangeHeaders,
    answers: downloadAnswers,
    errors: [409, 412, 415, 416],
  },
  "POST /api/files/{project}/download": {
    summary: "Download a selection",
    description: "As the GET, for selections that no address can hold.",
    headers: rangeHeaders,
    body: { required: true, content: { "application/x-www-form-urlencoded": { schema: z.object({ filePath: filePaths, inline }) } } },
    answers: downloadAnswers,
    errors: [409, 412, 416],
  },
});
