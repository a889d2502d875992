import { z } from "zod";
import {
  answeredIdSchema,
  nextPageFields,
  optionalParameter,
  pageQueryFields,
  periodQueryFields,
  searchTextSchema,
  timeSchema,
} from "../http/paging/schema";

export const auditQuerySchema = z.object({
  search: searchTextSchema.describe(
    "Words, each of which the actor's address, the target's name, the action or the network address has in it.",
  ),
  action: optionalParameter(z.string().regex(/^[a-z-]{1,50}(?:\.[a-z-]{1,50})?$/, "There is no such action.")).describe(
    "An action, or a group of them: `project.created`, `project`.",
  ),
  actor: optionalParameter(
    z
      .string()
      .max(254, "An email address can have at most 254 characters.")
      .transform((text) => text.replace(/\p{Cc}/gu, "").trim()),
  ).describe("Id of an account, or the beginning of the email address that it had."),
  ...periodQueryFields,
  ...pageQueryFields,
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** The filters, without a page: an export has every event. */
export const auditExportQuerySchema = auditQuerySchema.omit({ limit: true, cursor: true });
export type AuditExportQuery = z.infer<typeof auditExportQuerySchema>;

export const auditCredentialSchema = z.object({
  kind: z.enum(["session", "single-sign-on", "token", "link", "guest"]),
  _id: z.string(),
  name: z.string().describe("The device of a session or guest, the name of a token, or the label of a share link."),
});
export type AuditCredential = z.infer<typeof auditCredentialSchema>;

export const auditEventSchema = z.object({
  _id: z.string(),
  at: timeSchema,
  actor: z
    .object({ _id: answeredIdSchema.nullable(), email: z.string() })
    .nullable()
    .describe("Null when the product itself did it, or a client that was not signed in; such a client has an address."),
  action: z.string().describe("What happened, as `thing.done`: `project.created`."),
  target: z.object({ type: z.string(), _id: z.string().nullable(), name: z.string().nullable() }).nullable(),
  address: z.string().nullable().describe("Network address that the request came from."),
  credential: auditCredentialSchema
    .nullable()
    .describe("What authenticated the request. Null for what no request did, and for older events."),
  details: z.record(z.string(), z.unknown()).nullable().describe("What else there is to know, by name."),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

declare const mayReadTrail: unique symbol;

/** Proof that the viewer may read the audit trail. Only lib/accounts/sessions/policy.ts makes one. */
export interface AuditReader {
  readonly [mayReadTrail]: true;
}

export const auditPageSchema = z.object({ events: z.array(auditEventSchema), ...nextPageFields });
export type AuditPage = z.infer<typeof auditPageSchema>;
