import { z } from "zod";
import { referenceSchema } from "../http/paging/schema";
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
import { describeCalls, jsonAnswer, jsonBody } from "./call";
import { idPath, messageSchema } from "./parameters";

const creatorsAnswer = jsonAnswer(z.object({ creators: z.array(projectCreatorSchema) }), "People, by name.");

export const projectPaths = describeCalls("Projects", "admins", {
  "GET /api/project/all": {
    summary: "List projects",
    description: "Whole, or in pages when `limit` or `cursor` is given.",
    query: managedListQuerySchema,
    answers: { 200: jsonAnswer(projectPageSchema, "Projects, or a page of them.") },
  },
  "GET /api/project/assigned": {
    summary: "List the projects assigned to me",
    description: "Whole, or in pages when `limit` or `cursor` is given.",
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
    path: idPath("a project"),
    answers: { 200: jsonAnswer(z.object({ project: projectDetailsSchema }), "The project, with all users who may open it.") },
  },
  "PUT /api/project/edit/{id}": {
    summary: "Edit a project",
    description: "What is missing stays as it is. The name cannot be changed.",
    path: idPath("a project"),
    body: jsonBody(editProjectSchema, {
      description: "Depths and moorings of the harbour",
      mapUrl: "",
      allowsLocation: false,
      deassignUserIds: [],
    }),
    answers: { 200: jsonAnswer(messageSchema.extend({ project: projectDetailsSchema }), "The project as it is now.") },
  },
  "DELETE /api/project/delete/{id}": {
    summary: "Delete a project",
    description: "Its map goes offline at once, its files in the background.",
    path: idPath("a project"),
    answers: { 200: jsonAnswer(messageSchema, "The project is gone.") },
    errors: [400],
  },
});
