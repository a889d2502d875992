import { z } from "zod";
import { rowIdSchema } from "../accounts/schema";
import { ACCOUNT_HEADER } from "../accounts/sessions/values";
import { parseFileId } from "../files/platform/schema";
import { ASSETS } from "../maps/values";
import { safeNameSchema } from "../projects/schema";

export const idPath = z.object({ id: rowIdSchema.meta({ description: "Id, as the lists return it." }) });

export const projectPath = z.object({
  project: safeNameSchema.meta({ description: `Safe name of a project, or \`${ASSETS}\` for the files that all maps share.` }),
});

export const filePathSchema = z.string().describe("Path from the top of the map: `data/depths.geojson`.");

export const uploadPath = z.object({ id: z.string().describe("Last part of the upload's address.") });

export const platformFilePath = z.object({
  id: z
    .string()
    .refine((id) => parseFileId(id) !== null)
    .describe("Id of a file."),
});

/** Header of calls that begin, continue or publish an upload. */
export const accountHeader = z.object({
  [ACCOUNT_HEADER]: z
    .string()
    .optional()
    .describe("Id of the account that began the upload. Returns 401 for a session of another account."),
});

export const idempotencyHeader = accountHeader.extend({
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe("A text of your choice. Repeated calls with the same key start only one import."),
});

/** Headers of calls that return parts of a file. */
export const rangeHeaders = z.object({
  Range: z.string().optional().describe("Requests a part of the file, such as `bytes=0-1023`."),
  "If-None-Match": z.string().optional().describe("ETag of your copy. Returns 304 if the content has not changed."),
});

export const cookieHeader = z.object({ "Set-Cookie": z.string().describe("Cookies for browsers. Programs use the token.") });

export const etagHeader = z.object({ ETag: z.string().describe("Identifies this version of the content.") });

export const messageSchema = z.object({ message: z.string().describe("The result as a sentence, for users.") });

export const endedSessionsSchema = messageSchema.extend({ endedSessions: z.int().describe("The number of ended sessions.") });
