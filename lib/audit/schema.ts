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

export const auditGroups = {
  session: "Signing in and out",
  token: "API tokens",
  access: "Refused requests",
  account: "Accounts",
  project: "Projects",
  import: "Imports",
  upload: "Uploads",
  file: "Files",
  storage: "Storage",
} as const;
export type AuditGroup = keyof typeof auditGroups;

/** Labels of every action. */
export const auditActions = {
  "session.created": "Signed in",
  "session.refused": "Sign-in refused",
  "session.ended": "Signed out",
  "session.ended-elsewhere": "Signed out another device",
  "token.created": "Created API token",
  "token.revoked": "Revoked API token",
  "access.refused": "Access refused",
  "access.limited": "Too many requests",
  "account.created": "Created account",
  "account.changed": "Changed account",
  "account.linked": "Linked single sign-on",
  "account.unlinked": "Unlinked single sign-on",
  "account.deleted": "Deleted account",
  "account.signed-out": "Signed out everywhere",
  "account.password-changed": "Changed password",
  "account.password-refused": "Password change refused",
  "account.password-reset-requested": "Password reset requested",
  "account.password-reset": "Reset password",
  "project.created": "Published project",
  "project.changed": "Changed project",
  "project.map-replaced": "Replaced map",
  "project.map-restored": "Restored former map",
  "project.version-noted": "Changed note of a version",
  "project.deleted": "Took project down",
  "project.restored": "Restored project",
  "project.deleted-permanently": "Deleted project permanently",
  "project.assigned": "Assigned projects",
  "project.unassigned": "Withdrew projects",
  "project.access-requested": "Requested access",
  "project.picture-set": "Changed map picture",
  "project.picture-removed": "Removed map picture",
  "import.started": "Started import",
  "import.completed": "Completed import",
  "import.failed": "Import failed",
  "upload.started": "Started upload",
  "upload.completed": "Completed upload",
  "upload.cancelled": "Deleted upload",
  "upload.expired": "Upload expired",
  "file.folder-created": "Created folder",
  "file.uploaded": "Uploaded files",
  "file.edited": "Edited file",
  "file.renamed": "Renamed file",
  "file.moved": "Moved files",
  "file.copied": "Copied files",
  "file.trashed": "Moved to trash",
  "file.restored": "Restored from trash",
  "file.deleted": "Deleted files",
  "storage.bucket-claimed": "Claimed bucket",
} as const satisfies Record<`${AuditGroup}.${string}`, string>;
export type AuditAction = keyof typeof auditActions;

export const allAuditActions = Object.keys(auditActions) as AuditAction[];

export function actionsOf(group: AuditGroup): AuditAction[] {
  return allAuditActions.filter((action) => action.startsWith(`${group}.`));
}

const isKnown = (action: string): action is AuditAction => Object.hasOwn(auditActions, action);

/** Returns the words of a code with a capital letter: `Layer renamed` for `layer.renamed`. */
export function wordsOf(code: string): string {
  const words = code.replace(/[.\-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Describes an action in the words that the filter also shows. An unknown action is described by its own words. */
export function labelOfAction(action: string): string {
  return isKnown(action) ? auditActions[action] : wordsOf(action) || "Unknown event";
}

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

export const AUDIT_EXPORT_PATH = "/api/audit/export";

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
