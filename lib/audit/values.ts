export const AUDIT_EXPORT_PATH = "/api/audit/export";

export const auditGroups = {
  session: "Signing in and out",
  access: "Refused requests",
  account: "Accounts",
  invitation: "Invitations",
  group: "Groups",
  project: "Projects",
  "share-link": "Share links",
  guest: "Guests",
  token: "API tokens",
  import: "Imports",
  upload: "Uploads",
  file: "Files",
  storage: "Storage",
  branding: "Branding",
} as const;
export type AuditGroup = keyof typeof auditGroups;

/** Labels of every action. */
export const auditActions = {
  "session.created": "Signed in",
  "session.refused": "Sign-in refused",
  "session.factor-refused": "Second factor refused",
  "session.proven": "Confirmed identity",
  "session.ended": "Signed out",
  "session.ended-elsewhere": "Signed out another device",
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
  "account.reset-link-created": "Created password reset link",
  "account.factor-added": "Added second factor",
  "account.factor-renamed": "Renamed second factor",
  "account.factor-removed": "Removed second factor",
  "account.factors-reset": "Reset two-step verification",
  "account.recovery-codes-made": "Made recovery codes",
  "invitation.sent": "Invited",
  "invitation.resent": "Sent invitation again",
  "invitation.link-created": "Created invitation link",
  "invitation.revoked": "Revoked invitation",
  "invitation.accepted": "Accepted invitation",
  "group.created": "Created group",
  "group.changed": "Changed group",
  "group.deleted": "Deleted group",
  "group.members-added": "Added members",
  "group.members-removed": "Removed members",
  "group.member-changed": "Changed end of membership",
  "group.projects-given": "Gave projects to group",
  "group.projects-withdrawn": "Withdrew projects from group",
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
  "project.access-end-changed": "Changed end of access",
  "project.access-requested": "Requested access",
  "project.picture-set": "Changed map picture",
  "project.picture-removed": "Removed map picture",
  "share-link.created": "Created share link",
  "share-link.revoked": "Revoked share link",
  "share-link.limited": "Too many passwords for a share link",
  "guest.admitted": "Admitted guest",
  "guest.end-changed": "Changed end of guest",
  "guest.removed": "Removed guest",
  "guest.signed-in": "Guest signed in",
  "token.created": "Created API token",
  "token.revoked": "Revoked API token",
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
  "file.converted": "Converted file",
  "file.not-converted": "File not converted",
  "file.conversion-repeated": "Converted file again",
  "file.renamed": "Renamed file",
  "file.moved": "Moved files",
  "file.copied": "Copied files",
  "file.trashed": "Moved to trash",
  "file.restored": "Restored from trash",
  "file.deleted": "Deleted files",
  "storage.bucket-claimed": "Claimed bucket",
  "branding.changed": "Changed branding",
  "branding.reset": "Reset branding",
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
