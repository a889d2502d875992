import type { ZodOpenApiPathsObject } from "zod-openapi";
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
} from "../files/schema";
import { emptiedAnswerSchema, emptyTrashSchema, restoreSchema, TRASH_DAYS, trashAnswerSchema } from "../files/trash/schema";
import { call, jsonAnswer, jsonBody } from "../openapi/call";
import { projectPath as path } from "../openapi/parameters";

const tag = "Files of a map";

/** The calls of the file managers that change and list, without their bytes. */
export const filePaths: ZodOpenApiPathsObject = {
  "/api/files/{project}/browse": {
    get: call({
      tag,
      summary: "List a folder",
      description: "Whole, or a page when `limit` is given.",
      who: "admins",
      path,
      query: browseQuerySchema,
      answers: { 200: jsonAnswer(folderPageSchema, "What is in the folder, folders first.") },
      errors: [404, 409],
    }),
  },
  "/api/files/{project}/folder": {
    post: call({
      tag,
      summary: "Create a folder",
      who: "admins",
      path,
      body: jsonBody(createFolderSchema, { folderPath: "", folderName: "tiles" }),
      answers: { 200: jsonAnswer(itemAnswerSchema, "The new folder.") },
      errors: [404, 409],
    }),
  },
  "/api/files/{project}/rename": {
    patch: call({
      tag,
      summary: "Rename a file or folder",
      who: "admins",
      path,
      body: jsonBody(renameSchema, { oldPath: "tiles", newName: "tiles-2026" }),
      answers: { 200: jsonAnswer(itemAnswerSchema, "What it is now.") },
      errors: [404, 409],
    }),
  },
  "/api/files/{project}/move": {
    post: call({
      tag,
      summary: "Move files and folders",
      description: "All of them, or none.",
      who: "admins",
      path,
      body: jsonBody(relocateSchema, { itemPaths: ["data/depths.geojson"], targetPath: "archive" }),
      answers: { 200: jsonAnswer(itemsAnswerSchema, "Where they are now.") },
      errors: [404, 409],
    }),
  },
  "/api/files/{project}/copy": {
    post: call({
      tag,
      summary: "Copy files and folders",
      description: "All of them, or none. Where a name is taken, the copy gets another one.",
      who: "admins",
      path,
      body: jsonBody(relocateSchema, { itemPaths: ["data/depths.geojson"], targetPath: "archive" }),
      answers: { 200: jsonAnswer(itemsAnswerSchema, "What the copies are called.") },
      errors: [404, 409],
    }),
  },
  "/api/files/{project}/existing": {
    post: call({
      tag,
      summary: "Ask which files are there",
      description: "Which of these files an upload would replace, before any byte travels.",
      who: "admins",
      path,
      body: jsonBody(existingSchema, { targetPath: "", paths: ["index.html"] }),
      answers: { 200: jsonAnswer(existingAnswerSchema, "What they would meet.") },
      errors: [404],
    }),
  },
  "/api/files/{project}/item": {
    delete: call({
      tag,
      summary: "Delete a file or folder",
      description: `Into the trash, for ${TRASH_DAYS} days, unless \`permanently\`.`,
      who: "admins",
      path,
      body: jsonBody(deleteItemSchema, { itemPath: "data/depths.geojson", itemType: "file" }),
      answers: { 200: jsonAnswer(deleteAnswerSchema, "It is gone from the map.") },
      errors: [404, 409],
    }),
  },
  "/api/files/{project}/trash": {
    get: call({
      tag,
      summary: "List the trash",
      who: "admins",
      path,
      answers: { 200: jsonAnswer(trashAnswerSchema, "What can be restored, newest first.") },
      errors: [404],
    }),
    delete: call({
      tag,
      summary: "Empty the trash",
      description: "These items, or without `ids` all of them, for good.",
      who: "admins",
      path,
      body: jsonBody(emptyTrashSchema, { ids: ["34"] }),
      answers: { 200: jsonAnswer(emptiedAnswerSchema, "They are gone.") },
      errors: [404],
    }),
  },
  "/api/files/{project}/trash/restore": {
    post: call({
      tag,
      summary: "Restore from the trash",
      who: "admins",
      path,
      body: jsonBody(restoreSchema, { id: "34" }),
      answers: { 200: jsonAnswer(itemAnswerSchema, "Where it is, and what it is called, by now.") },
      errors: [404, 409],
    }),
  },
};
