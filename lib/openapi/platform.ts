import { z } from "zod";
import { auditExportQuerySchema, auditPageSchema, auditQuerySchema } from "../audit/schema";
import {
  FILES_WITHOUT_LIMIT,
  fileDeletionSchema,
  fileListQuerySchema,
  parseFileId,
  platformFilePageSchema,
  storageStatsSchema,
} from "../files/platform/schema";
import { drainingSchema, healthSchema, liveSchema } from "../health/schema";
import { analyticsQuerySchema, analyticsSchema } from "../projects/analytics/schema";
import { adminDashboardSchema, superadminDashboardSchema, userDashboardSchema } from "../projects/stats/schema";
import { bytesAnswer, describeCalls, emptyAnswer, jsonAnswer } from "./call";
import { downloadAnswers } from "./files";
import { etagHeader, messageSchema, rangeHeaders } from "./parameters";

const filePath = z.object({
  id: z
    .string()
    .refine((id) => parseFileId(id) !== null)
    .describe("Id of a file."),
});

const textSchema = { schema: { type: "string" as const } };
const mapError = (description: string) => ({ description, content: { "text/html": textSchema, "text/plain": textSchema } });

export const platformPaths = {
  ...describeCalls("Dashboards", "admins", null, {
    "GET /api/admin/dashboard-stats": {
      summary: "Get the dashboard of admins",
      answers: { 200: jsonAnswer(adminDashboardSchema, "The statistics and the latest projects.") },
    },
    "GET /api/superadmin/dashboard": {
      summary: "Get the dashboard of superadmins",
      who: "superadmins",
      answers: {
        200: jsonAnswer(superadminDashboardSchema, "The statistics, and the latest projects and admins."),
      },
    },
    "GET /api/user/dashboard": {
      summary: "Get my dashboard",
      who: "signedIn",
      answers: { 200: jsonAnswer(userDashboardSchema, "Of the projects assigned to who asks.") },
    },
  }),
  ...describeCalls("Analytics", "admins", null, {
    "GET /api/project/analytics": {
      summary: "Get the map analytics",
      description:
        "How often maps were opened on the last days, maps that were not, and users without a map. Superadmins also get the accounts.",
      query: analyticsQuerySchema,
      answers: { 200: jsonAnswer(analyticsSchema, "Views per day, map and account.") },
    },
  }),
  ...describeCalls("All files", "superadmins", filePath, {
    "GET /api/file-management/all": {
      summary: "List all files",
      description: `At most ${FILES_WITHOUT_LIMIT} at once, or pages when \`limit\` is given.`,
      query: fileListQuerySchema,
      answers: { 200: jsonAnswer(platformFilePageSchema, "Files of all maps, or a page of them.") },
    },
    "GET /api/file-management/stats": {
      summary: "Get the storage that is used",
      answers: { 200: jsonAnswer(storageStatsSchema, "Bytes, and the number of files.") },
    },
    "GET /api/file-management/download/{id}": {
      summary: "Download any file",
      head: "Ask for any file",
      headers: rangeHeaders,
      answers: downloadAnswers,
      errors: [412, 416],
    },
    "DELETE /api/file-management/delete/{id}": {
      summary: "Delete any file",
      description: "It moves to the trash of its project, or of the shared assets, unless it is deleted permanently.",
      query: fileDeletionSchema,
      answers: { 200: jsonAnswer(messageSchema, "The file is in the trash, or deleted permanently.") },
    },
  }),
  ...describeCalls("Audit trail", "superadmins", null, {
    "GET /api/audit": {
      summary: "List what happened",
      description: "Who did what, newest first, always in pages.",
      query: auditQuerySchema,
      answers: { 200: jsonAnswer(auditPageSchema, "A page of events.") },
    },
    "GET /api/audit/export": {
      summary: "Export what happened",
      head: "Ask for an export",
      description: "Every event that matches, newest first, as CSV for spreadsheets: UTF-8 with a byte order mark, times in UTC.",
      query: auditExportQuerySchema,
      needsProof: true,
      answers: { 200: bytesAnswer(["text/csv"], "The events, one a line.", z.object({ "Content-Disposition": z.string() })) },
    },
  }),
  ...describeCalls("Product", "everyone", null, {
    "GET /api/health": {
      summary: "Ask whether all is well",
      answers: { 200: jsonAnswer(healthSchema, "It is.") },
      otherErrors: { 503: jsonAnswer(healthSchema, "Something is not as it must be: `checks` says what.") },
    },
    "GET /api/health/live": {
      summary: "Ask whether the process lives",
      head: "Ask for a sign of life",
      description: "Nothing else is asked: who gets no answer may kill it.",
      answers: { 200: jsonAnswer(liveSchema, "It does.") },
    },
    "GET /api/health/ready": {
      summary: "Ask whether the process is ready",
      head: "Ask for readiness",
      description: "For load balancers.",
      answers: { 200: jsonAnswer(healthSchema, "Send it requests.") },
      otherErrors: {
        503: jsonAnswer(z.union([healthSchema, drainingSchema]), "Send it none: something is wrong, or it is about to end."),
      },
    },
    "GET /api/openapi.json": {
      summary: "Get this document",
      headers: rangeHeaders.pick({ "If-None-Match": true }),
      answers: {
        200: jsonAnswer(z.looseObject({ openapi: z.string() }), "OpenAPI 3.1.", etagHeader),
        304: emptyAnswer("You have it already.", etagHeader),
      },
    },
  }),
  ...describeCalls("Maps", "everyone", null, {
    "GET /projects/maps/{path}": {
      summary: "Open a map",
      head: "Ask for a map",
      description:
        "`path` is a safe name and a path in the map, slashes included. Sends who may open the map to the maps' origin with a ticket; pages of people who are not signed in go to the sign-in. Errors are pages.",
      path: z.object({ path: z.string() }),
      answers: { 302: emptyAnswer("The way to the maps' origin, or to the sign-in.", z.object({ Location: z.string() })) },
      otherErrors: { 401: mapError("No user is signed in."), 404: mapError("There is no such map, or not for who asks.") },
    },
    "GET /projects/external-maps/{safeName}": {
      summary: "Open a map of another site in the viewer",
      head: "Check a map of another site",
      description:
        "Redirects to a page on the maps' origin that shows the project's Map URL in a frame. Pages of users who are not signed in are redirected to the sign-in. Errors are pages.",
      path: z.object({ safeName: z.string() }),
      answers: { 302: emptyAnswer("The page on the maps' origin, or the sign-in.", z.object({ Location: z.string() })) },
      otherErrors: {
        401: mapError("The request has no session."),
        404: mapError("The project does not exist, has no Map URL, or the account may not open it."),
      },
    },
  }),
};
