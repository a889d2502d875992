import { z } from "zod";
import { IMAGE_SOURCE_HEADER, imageChangeSchema, imageTypes, MAX_IMAGE_BYTES, THUMBNAIL_TYPE } from "../maps/images/schema";
import {
  editNoteSchema,
  makeCurrentSchema,
  projectVersionSchema,
  versionFileSchema,
  versionHashesSchema,
  versionHashSchema,
  versionHeadSchema,
} from "../projects/versions/schema";
import { bytesAnswer, describeCalls, emptyAnswer, jsonAnswer, jsonBody, linesAnswer } from "./call";
import { etagHeader, idPath, messageSchema, rangeHeaders } from "./parameters";

const path = idPath("a project");
const versionsSchema = z.array(projectVersionSchema).describe("Newest first.");
const thumbnailHeaders = etagHeader.extend({
  [IMAGE_SOURCE_HEADER]: z.string().optional().describe("To admins: where the thumbnail is from. Only a chosen one can be removed."),
});
const thumbnailQuery = z.object({
  v: z.string().optional().describe("As `mapImage` has it: the thumbnail may be kept for an hour then."),
  version: z.string().optional().describe("To admins: the thumbnail of one version of the map, as its `mapImage` has it."),
});
const conditional = rangeHeaders.pick({ "If-None-Match": true });

export const projectMapPaths = {
  ...describeCalls("Versions of maps", "admins", path, {
    "GET /api/project/versions/{id}": {
      summary: "List the versions of a map",
      description: "Admins open one before it is current at `/projects/maps/{safeName}~{_id}/`.",
      answers: { 200: jsonAnswer(z.object({ versions: versionsSchema }), "The map that a project shows, and those before it.") },
    },
    "POST /api/project/versions/{id}": {
      summary: "Show a former version of a map",
      body: jsonBody(makeCurrentSchema, { versionId: "12" }),
      answers: { 200: jsonAnswer(messageSchema.extend({ versions: versionsSchema }), "It is online now.") },
    },
    "PATCH /api/project/versions/{id}": {
      summary: "Note something about a version of a map",
      description: "An empty note removes it.",
      body: jsonBody(editNoteSchema, { versionId: "12", note: "Before the dredging in May" }),
      answers: { 200: jsonAnswer(messageSchema.extend({ versions: versionsSchema }), "The note is saved.") },
    },
    "GET /api/project/version-files/{id}": {
      summary: "List the files of a map",
      description: "Lines of JSON: the first tells the version and the number of files, each other a file. A map can have a million.",
      answers: { 200: linesAnswer(z.union([versionHeadSchema, versionFileSchema]), "What one line holds.") },
    },
    "POST /api/project/version-hashes/{id}": {
      summary: "Hash files of a map",
      description:
        "Lines of JSON, one for each path as it is read, so that a folder can be compared before anything is uploaded. Empty lines show that it goes on.",
      body: jsonBody(versionHashesSchema, { version: "12.3", paths: ["index.html"] }),
      answers: { 200: linesAnswer(versionHashSchema, "What one line holds: hexadecimal, or null for a path that is not there.") },
      errors: [409],
    },
  }),
  ...describeCalls("Thumbnails of maps", "signedIn", path, {
    "GET /api/project/image/{id}": {
      summary: "Get the thumbnail of a map",
      head: "Ask for the thumbnail of a map",
      description: "For whom the project is not assigned to, it is not there.",
      query: thumbnailQuery,
      headers: conditional,
      answers: {
        200: bytesAnswer([THUMBNAIL_TYPE], "The thumbnail.", thumbnailHeaders),
        304: emptyAnswer("You have it already.", thumbnailHeaders),
      },
      errors: [400, 412],
    },
    "POST /api/project/image/{id}": {
      summary: "Try again to take the thumbnail of a map",
      description: "After `imageProblem` of the project says why there is none.",
      who: "admins",
      answers: { 200: jsonAnswer(imageChangeSchema, "A worker takes it soon.") },
    },
    "PUT /api/project/image/{id}": {
      summary: "Choose a thumbnail for a map",
      description: `The body is the image itself, of at most ${MAX_IMAGE_BYTES / 1024 / 1024} MB.`,
      who: "admins",
      body: {
        required: true,
        content: Object.fromEntries(imageTypes.map((type) => [type, { schema: { type: "string" as const, format: "binary" } }])),
      },
      answers: { 200: jsonAnswer(imageChangeSchema, "It is shown from now on.") },
    },
    "DELETE /api/project/image/{id}": {
      summary: "Remove the thumbnail of a map",
      description: "One that was chosen. The product then takes one of its own.",
      who: "admins",
      answers: { 200: jsonAnswer(imageChangeSchema, "It is shown no more.") },
    },
  }),
};
