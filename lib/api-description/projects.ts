import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { referenceSchema } from "../http/paging/schema";
import { call, jsonAnswer, jsonBody } from "../openapi/call";
import { idPath, messageSchema } from "../openapi/parameters";
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

const tag = "Projects";
const creatorsAnswer = jsonAnswer(z.object({ creators: z.array(projectCreatorSchema) }), "People, by name.");

/** Projects and who may open them. */
export const projectPaths: ZodOpenApiPathsObject = {
  "/api/project/all": {
    get: call({
      tag,
      summary: "List projects",
      description: "Whole, or in pages when `limit` or `cursor` is given.",
      who: "admins",
      query: managedListQuerySchema,
      answers: { 200: jsonAnswer(projectPageSchema, "Projects, or a page of them.") },
    }),
  },
  "/api/project/assigned": {
    get: call({
      tag,
      summary: "List the projects assigned to me",
      description: "Whole, or in pages when `limit` or `cursor` is given.",
      who: "signedIn",
      query: assignedListQuerySchema,
      answers: { 200: jsonAnswer(assignedPageSchema, "Projects, or a page of them.") },
    }),
  },
  "/api/project/assigned/creators": {
    get: call({
      tag,
      summary: "List who created my projects",
      who: "signedIn",
      answers: { 200: creatorsAnswer },
    }),
  },
  "/api/project/creators": {
    get: call({ tag, summary: "List who created projects", who: "admins", answers: { 200: creatorsAnswer } }),
  },
  "/api/project/names": {
    get: call({
      tag,
      summary: "List the names of projects",
      description: "What can be assigned to a user.",
      who: "admins",
      answers: { 200: jsonAnswer(z.object({ projects: z.array(referenceSchema) }), "Projects, by name.") },
    }),
  },
  "/api/project/check-name/{name}": {
    get: call({
      tag,
      summary: "Check a name for a project",
      who: "admins",
      path: z.object({ name: projectNameSchema }),
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
    }),
  },
  "/api/project/details/{id}": {
    get: call({
      tag,
      summary: "Get a project",
      who: "admins",
      path: idPath("a project"),
      answers: { 200: jsonAnswer(z.object({ project: projectDetailsSchema }), "The project, with everybody who may open it.") },
      errors: [404],
    }),
  },
  "/api/project/edit/{id}": {
    put: call({
      tag,
      summary: "Edit a project",
      description: "What is missing stays as it is. The name cannot be changed.",
      who: "admins",
      path: idPath("a project"),
      body: jsonBody(editProjectSchema, { description: "Depths and moorings of the harbour", mapUrl: "", deassignUserIds: [] }),
      answers: { 200: jsonAnswer(messageSchema.extend({ project: projectDetailsSchema }), "The project as it is now.") },
      errors: [404],
    }),
  },
  "/api/project/delete/{id}": {
    delete: call({
      tag,
      summary: "Delete a project",
      description: "Its map goes offline at once, its files in the background.",
      who: "admins",
      path: idPath("a project"),
      answers: { 200: jsonAnswer(messageSchema, "The project is gone.") },
      errors: [400, 404],
    }),
  },
};
