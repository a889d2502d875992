/** The groups of calls in the document, in its order. */
export const tags = {
  "Sign-in": "Sessions and forgotten passwords.",
  Passkeys: "Signing in without a password.",
  "Own account": "Name, password and preferences of the signed-in user.",
  "Two-step verification": "Authenticator apps and recovery codes.",
  "API tokens": "Tokens for programs.",
  Projects: "Projects and the users who may open them.",
  Publishing: "Turns uploaded files into maps.",
  "Resumable uploads": "tus 1.0: https://tus.io.",
  "Versions of maps": "The current map of a project and its former versions.",
  "Thumbnails of maps": "Small images for lists.",
  "Share links": "Links that open a map without an account.",
  "Files of a map": "The file manager of a project, and of the shared assets.",
  Users: "Accounts that projects are assigned to.",
  Admins: "Accounts that manage projects and users.",
  Dashboards: "Statistics for each role.",
  Analytics: "Views of maps.",
  "All files": "All files of all projects.",
  "Audit trail": "Recorded actions of all accounts.",
  Maps: "Redirects to the maps.",
  Product: "Health checks and this document.",
} as const;
export type Tag = keyof typeof tags;
