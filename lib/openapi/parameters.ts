import { z } from "zod";
import { rowIdSchema } from "../accounts/schema";
import { ACCOUNT_HEADER } from "../accounts/sessions/values";
import { ASSETS } from "../maps/values";
import { safeNameSchema } from "../projects/schema";

export const idPath = (of: string) => z.object({ id: rowIdSchema.meta({ description: `Id of ${of}.` }) });

export const projectPath = z.object({
  project: safeNameSchema.meta({ description: `Safe name of a project, or \`${ASSETS}\` for the files that all maps share.` }),
});

/** Header of calls that begin, continue or publish an upload. */
export const accountHeader = z.object({
  [ACCOUNT_HEADER]: z.string().optional().describe("Id of the account that began the upload: 401 with the session of another account."),
});

export const idempotencyHeader = accountHeader.extend({
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe("A text of your choice. However often a call with the same one comes, it begins one import."),
});

/** Headers of calls that return parts of a file. */
export const rangeHeaders = z.object({
  Range: z.string().optional().describe("A part of the file: `bytes=0-1023`."),
  "If-None-Match": z.string().optional().describe("ETag of what you have: 304 when it is the same still."),
});

export const cookieHeader = z.object({ "Set-Cookie": z.string().describe("Cookies for browsers. Programs use the token.") });

export const etagHeader = z.object({ ETag: z.string().describe("Names this very content.") });

/** The answer of a call that returns nothing else. */
export const messageSchema = z.object({ message: z.string().describe("What was done, for people to read.") });
