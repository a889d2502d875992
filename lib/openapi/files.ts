import {
  browseQuerySchema,
  createFolderSchema,
  deleteAnswerSchema,
  deleteItemSchema,
  existingAnswerSchema,
  existingSchema,
  folderPageSchema,
  itemAnswerSchema,
  itemsAnswerSchema,
  relocateSchema,
  renameSchema,
  sizeAnswerSchema,
  sizeSchema,
} from "../files/schema";
import { emptiedAnswerSchema, emptyTrashSchema, restoreSchema, trashAnswerSchema } from "../files/trash/schema";
import { TRASH_DAYS } from "../trees/schema";
import { describeCalls, jsonAnswer, jsonBody } from "./call";
import { projectPath as path } from "./parameters";

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
});
