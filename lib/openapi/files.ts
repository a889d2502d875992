import { z } from "zod";
import {
  browseQuerySchema,
  CHUNK_FILES,
  createFolderSchema,
  deleteAnswerSchema,
  deleteItemSchema,
  EDITABLE_BYTES,
  existingAnswerSchema,
  existingSchema,
  FILES_PER_REQUEST,
  fileContentSchema,
  folderPageSchema,
  itemAnswerSchema,
  itemsAnswerSchema,
  relocateSchema,
  renameSchema,
  saveContentSchema,
  savedContentSchema,
  sizeAnswerSchema,
  sizeSchema,
  uploadAnswerSchema,
} from "../files/schema";
import { emptiedAnswerSchema, emptyTrashSchema, restoreSchema, trashAnswerSchema } from "../files/trash/schema";
import { uploadFieldsSchema } from "../files/upload/upload-fields";
import { errorBodySchema } from "../http/error-body";
import { TRASH_DAYS } from "../trees/schema";
import { bytesAnswer, describeCalls, emptyAnswer, jsonAnswer, jsonBody } from "./call";
import { etagHeader, projectPath as path, rangeHeaders } from "./parameters";

const filePath = z.string().describe("From the top of the map: `data/depths.geojson`.");
const selectedPaths = z.array(filePath).min(1).describe("From the top of the map. Several, or a folder, come as a ZIP.");
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

export const filePaths = describeCalls("Files of a map", "admins", path, {
  "GET /api/files/{project}/browse": {
    summary: "List a folder",
    description: "Whole, or a page when `limit` is given.",
    query: browseQuerySchema,
    answers: { 200: jsonAnswer(folderPageSchema, "What is in the folder, folders first.") },
    errors: [409],
  },
  "POST /api/files/{project}/folder": {
    summary: "Create a folder",
    body: jsonBody(createFolderSchema, { folderPath: "", folderName: "tiles" }),
    answers: { 200: jsonAnswer(itemAnswerSchema, "The new folder.") },
    errors: [409],
  },
  "PATCH /api/files/{project}/rename": {
    summary: "Rename a file or folder",
    body: jsonBody(renameSchema, { oldPath: "tiles", newName: "tiles-2026" }),
    answers: { 200: jsonAnswer(itemAnswerSchema, "What it is now.") },
    errors: [409],
  },
  "POST /api/files/{project}/move": {
    summary: "Move files and folders",
    description: "All of them, or none.",
    body: jsonBody(relocateSchema, { itemPaths: ["data/depths.geojson"], targetPath: "archive" }),
    answers: { 200: jsonAnswer(itemsAnswerSchema, "Where they are now.") },
    errors: [409],
  },
  "POST /api/files/{project}/copy": {
    summary: "Copy files and folders",
    description: "All of them, or none. Where a name is taken, the copy gets another one.",
    body: jsonBody(relocateSchema, { itemPaths: ["data/depths.geojson"], targetPath: "archive" }),
    answers: { 200: jsonAnswer(itemsAnswerSchema, "What the copies are called.") },
    errors: [409],
  },
  "POST /api/files/{project}/existing": {
    summary: "Ask which files are there",
    description: "Which of these files an upload would replace, before any byte travels.",
    body: jsonBody(existingSchema, { targetPath: "", paths: ["index.html"] }),
    answers: { 200: jsonAnswer(existingAnswerSchema, "What they would meet.") },
  },
  "POST /api/files/{project}/size": {
    summary: "Calculate the size of files and folders",
    body: jsonBody(sizeSchema, { itemPaths: ["tiles"] }),
    answers: { 200: jsonAnswer(sizeAnswerSchema, "The sum of all of them.") },
    errors: [422],
  },
  "DELETE /api/files/{project}/item": {
    summary: "Delete a file or folder",
    description: `Into the trash, for ${TRASH_DAYS} days, unless \`permanently\`.`,
    body: jsonBody(deleteItemSchema, { itemPath: "data/depths.geojson", itemType: "file" }),
    answers: { 200: jsonAnswer(deleteAnswerSchema, "It is gone from the map.") },
    errors: [409],
  },
  "GET /api/files/{project}/trash": {
    summary: "List the trash",
    answers: { 200: jsonAnswer(trashAnswerSchema, "What can be restored, newest first.") },
  },
  "DELETE /api/files/{project}/trash": {
    summary: "Empty the trash",
    description: "These items, or without `ids` all of them, for good.",
    body: jsonBody(emptyTrashSchema, { ids: ["34"] }),
    answers: { 200: jsonAnswer(emptiedAnswerSchema, "They are gone.") },
  },
  "POST /api/files/{project}/trash/restore": {
    summary: "Restore from the trash",
    body: jsonBody(restoreSchema, { id: "34" }),
    answers: { 200: jsonAnswer(itemAnswerSchema, "Where it is, and what it is called, by now.") },
    errors: [409],
  },
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
    query: z.object({ filePath: selectedPaths, inline }),
    headers: rangeHeaders,
    answers: downloadAnswers,
    errors: [409, 412, 415, 416],
  },
  "POST /api/files/{project}/download": {
    summary: "Download a selection",
    description: "As the GET, for selections that no address can hold.",
    headers: rangeHeaders,
    body: { required: true, content: { "application/x-www-form-urlencoded": { schema: z.object({ filePath: selectedPaths, inline }) } } },
    answers: downloadAnswers,
    errors: [409, 412, 416],
  },
});
