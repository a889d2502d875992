import { z } from "zod";
import { referenceSchema } from "../http/paging/schema";
import { requestAccessSchema } from "../projects/access-requests/schema";
import {
  assignedListQuerySchema,
  assignedPageSchema,
  editProjectSchema,
  managedListQuerySchema,
  projectCreatorSchema,
  projectDetailsSchema,
  projectNameSchema,
  projectPageSchema,
} from "../projects/schema";
import { projectTrashSchema, restoreProjectSchema } from "../projects/trash/schema";
import { describeCalls, jsonAnswer, jsonBody } from "./call";
import { idPath, messageSchema } from "./parameters";

const creatorsAnswer = jsonAnswer(z.object({ creators: z.array(projectCreatorSchema) }), "People, by name.");

const favouriteAnswer = jsonAnswer(z.object({ isFavourite: z.boolean() }), "Whether it is a favourite now.");

export const projectPaths = describeCalls("Projects", "admins", idPath("a project"), {
  "GET /api/project/all": {
    summary: "List projects",
    query: managedListQuerySchema,
    answers: { 200: jsonAnswer(projectPageSchema, "Projects, or a page of them.") },
  },
  "GET /api/project/assigned": {
    summary: "List the projects assigned to me",
    who: "signedIn",
    query: assignedListQuerySchema,
    answers: { 200: jsonAnswer(assignedPageSchema, "Projects, or a page of them.") },
  },
  "GET /api/project/assigned/creators": { summary: "List who created my projects", who: "signedIn", answers: { 200: creatorsAnswer } },
  "GET /api/project/creators": { summary: "List who created projects", answers: { 200: creatorsAnswer } },
  "GET /api/project/names": {
    summary: "List the names of projects",
    description: "What can be assigned to a user.",
    answers: { 200: jsonAnswer(z.object({ projects: z.array(referenceSchema) }), "Projects, by name.") },
  },
  "POST /api/project/request-access": {
    summary: "Request access to a map",
    description: "Asks the admins to share a map, once a day for each map. The answer is the same for a map that does not exist.",
    who: "signedIn",
    body: jsonBody(requestAccessSchema, { safeName: "harbour-2026" }),
    answers: { 200: jsonAnswer(messageSchema, "The request is recorded.") },
    errors: [429],
  },
  "GET /api/project/check-name/{name}": {
    summary: "Check a name for a project",
    path: z.object({ name: projectNameSchema }),
    asksForNothing: true,
    answers: {
      200: jsonAnswer(
        z.object({
          exists: z.boolean().describe("True when a project has this name, or one with the same address."),
          safeName: z.string().describe("Last part of the address that a project of this name has."),
        }),
        "Whether the name is taken.",
      ),
    },
    errors: [400],
  },
  "GET /api/project/details/{id}": {
    summary: "Get a project",
    answers: { 200: jsonAnswer(z.object({ project: projectDetailsSchema }), "The project, with all users who may open it.") },
  },
  "PUT /api/project/edit/{id}": {
    summary: "Edit a project",
    description: "What is missing stays as it is. The name cannot be changed.",
    body: jsonBody(editProjectSchema, {
      description: "Depths and moorings of the harbour",
      mapUrl: "",
      allowsLocation: false,
      allowsCamera: false,
      allowsRouting: false,
      allowsSharedMemory: false,
      allowsSharing: true,
      assignUserIds: [],
      deassignUserIds: [],
    }),
    answers: { 200: jsonAnswer(messageSchema.extend({ project: projectDetailsSchema }), "The project as it is now.") },
    errors: [409],
  },
  "PUT /api/project/favourite/{id}": {
    summary: "Mark a project as a favourite",
    description: "A user can mark assigned projects only. Other users do not see it.",
    who: "signedIn",
    answers: { 200: favouriteAnswer },
  },
  "DELETE /api/project/favourite/{id}": {
    summary: "Remove a project from my favourites",
    who: "signedIn",
    answers: { 200: favouriteAnswer },
  },
  "DELETE /api/project/delete/{id}": {
    summary: "Delete a project",
    description: "Moves it to the trash for 30 days. Its map goes offline, and its name is free at once.",
    answers: { 200: jsonAnswer(messageSchema, "The project is in the trash.") },
    errors: [400],
  },
  "GET /api/project/trash": {
    summary: "List deleted projects",
    answers: { 200: jsonAnswer(projectTrashSchema, "The projects that can be restored.") },
  },
  "POST /api/project/trash/restore/{id}": {
    summary: "Restore a deleted project",
    description: "With its map, former versions, users, thumbnail and view counts. Returns 409 when another project has the name.",
    path: idPath("a project in the trash"),
    body: jsonBody(restoreProjectSchema, { name: "Harbour 2" }),
    answers: { 200: jsonAnswer(messageSchema.extend({ project: projectDetailsSchema }), "The restored project.") },
    errors: [409],
  },
  "DELETE /api/project/trash/{id}": {
    summary: "Delete a project permanently",
    description: "The files are deleted in the background.",
    needsProof: true,
    path: idPath("a project in the trash"),
    answers: { 200: jsonAnswer(messageSchema, "The project is deleted.") },
  },
});
