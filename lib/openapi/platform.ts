import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { downloadAnswers, downloadHeadAnswers } from "../api-description/file-bytes";
import { auditPageSchema, auditQuerySchema } from "../audit/schema";
import {
  FILES_WITHOUT_LIMIT,
  fileListQuerySchema,
  parseFileId,
  platformFilePageSchema,
  storageStatsSchema,
} from "../files/platform/schema";
import { drainingSchema, healthSchema, liveSchema } from "../health/schema";
import { adminDashboardSchema, superadminDashboardSchema, userDashboardSchema } from "../projects/stats/schema";
import { call, emptyAnswer, jsonAnswer } from "./call";
import { etagHeader, messageSchema, rangeHeaders } from "./parameters";

const filePath = z.object({
  id: z
    .string()
    .refine((id) => parseFileId(id) !== null)
    .describe("Id of a file."),
});

/** People see a page, and programs a line of text. */
const textSchema = { schema: { type: "string" as const } };
const mapError = (description: string) => ({ description, content: { "text/html": textSchema, "text/plain": textSchema } });

/** Figures and lists over everything. */
export const platformPaths: ZodOpenApiPathsObject = {
  "/api/admin/dashboard-stats": {
    get: call({
      tag: "Dashboards",
      summary: "Get the dashboard of admins",
      who: "admins",
      answers: { 200: jsonAnswer(adminDashboardSchema, "The figures and the latest projects.") },
    }),
  },
  "/api/superadmin/dashboard": {
    get: call({
      tag: "Dashboards",
      summary: "Get the dashboard of superadmins",
      who: "superadmins",
      answers: {
        200: jsonAnswer(superadminDashboardSchema, "The figures, the latest projects and admins, and how often maps were opened."),
      },
    }),
  },
  "/api/user/dashboard": {
    get: call({
      tag: "Dashboards",
      summary: "Get my dashboard",
      who: "signedIn",
      answers: { 200: jsonAnswer(userDashboardSchema, "Of the projects assigned to who asks.") },
    }),
  },
  "/api/file-management/all": {
    get: call({
      tag: "All files",
      summary: "List all files",
      description: `At most ${FILES_WITHOUT_LIMIT} at once, or pages when \`limit\` is given.`,
      who: "superadmins",
      query: fileListQuerySchema,
      answers: { 200: jsonAnswer(platformFilePageSchema, "Files of all maps, or a page of them.") },
    }),
  },
  "/api/file-management/stats": {
    get: call({
      tag: "All files",
      summary: "Get the storage that is used",
      who: "superadmins",
      answers: { 200: jsonAnswer(storageStatsSchema, "Bytes, and the number of files.") },
    }),
  },
  "/api/file-management/download/{id}": {
    get: call({
      tag: "All files",
      summary: "Download any file",
      who: "superadmins",
      path: filePath,
      headers: rangeHeaders,
      answers: downloadAnswers,
      errors: [404, 412, 416],
    }),
    head: call({
      tag: "All files",
      summary: "Ask for any file",
      description: "The headers of the GET.",
      who: "superadmins",
      path: filePath,
      headers: rangeHeaders,
      answers: downloadHeadAnswers,
      errors: [404, 412, 416],
    }),
  },
  "/api/file-management/delete/{id}": {
    delete: call({
      tag: "All files",
      summary: "Delete any file",
      description: "For good, past the trash.",
      who: "superadmins",
      path: filePath,
      answers: { 200: jsonAnswer(messageSchema, "It is gone.") },
      errors: [404],
    }),
  },
  "/api/audit": {
    get: call({
      tag: "Audit trail",
      summary: "List what happened",
      description: "Who did what, newest first, always in pages.",
      who: "superadmins",
      query: auditQuerySchema,
      answers: { 200: jsonAnswer(auditPageSchema, "A page of events.") },
    }),
  },
  "/api/health": {
    get: call({
      tag: "Product",
      summary: "Ask whether all is well",
      who: "everyone",
      answers: { 200: jsonAnswer(healthSchema, "It is.") },
      otherErrors: { 503: jsonAnswer(healthSchema, "Something is not as it must be: `checks` says what.") },
    }),
  },
  "/api/health/live": {
    get: call({
      tag: "Product",
      summary: "Ask whether the process lives",
      description: "Nothing else is asked: who gets no answer may kill it.",
      who: "everyone",
      answers: { 200: jsonAnswer(liveSchema, "It does.") },
    }),
    head: call({
      tag: "Product",
      summary: "Ask for a sign of life",
      description: "The headers of the GET.",
      who: "everyone",
      answers: { 200: emptyAnswer("It lives.") },
    }),
  },
  "/api/health/ready": {
    get: call({
      tag: "Product",
      summary: "Ask whether the process is ready",
      description: "For load balancers.",
      who: "everyone",
      answers: { 200: jsonAnswer(healthSchema, "Send it requests.") },
      otherErrors: { 503: jsonAnswer(z.union([healthSchema, drainingSchema]), "Send it none: something is wrong, or it is about to end.") },
    }),
    head: call({
      tag: "Product",
      summary: "Ask for readiness",
      description: "The headers of the GET.",
      who: "everyone",
      answers: { 200: emptyAnswer("Send it requests.") },
      otherErrors: { 503: emptyAnswer("Send it none.") },
    }),
  },
  "/api/openapi.json": {
    get: call({
      tag: "Product",
      summary: "Get this document",
      who: "everyone",
      headers: rangeHeaders.pick({ "If-None-Match": true }),
      answers: {
        200: jsonAnswer(z.looseObject({ openapi: z.string() }), "OpenAPI 3.1.", etagHeader),
        304: emptyAnswer("You have it already.", etagHeader),
      },
    }),
  },
  "/projects/maps/{path}": {
    get: call({
      tag: "Maps",
      summary: "Open a map",
      description:
        "`path` is a safe name and a path in the map, slashes included. Sends who may open the map to the maps' origin with a ticket; pages of people who are not signed in go to the sign-in. Errors are pages.",
      who: "everyone",
      path: z.object({ path: z.string() }),
      answers: { 302: emptyAnswer("The way to the maps' origin, or to the sign-in.", z.object({ Location: z.string() })) },
      otherErrors: { 401: mapError("Nobody is signed in."), 404: mapError("There is no such map, or not for who asks.") },
    }),
    head: call({
      tag: "Maps",
      summary: "Ask for a map",
      description: "As the GET.",
      who: "everyone",
      path: z.object({ path: z.string() }),
      answers: { 302: emptyAnswer("The way to the maps' origin, or to the sign-in.", z.object({ Location: z.string() })) },
      otherErrors: { 401: mapError("Nobody is signed in."), 404: mapError("There is no such map, or not for who asks.") },
    }),
  },
};
