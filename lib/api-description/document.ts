import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import { adminSummarySchema } from "../accounts/admins/schema";
import { accountProfileSchema } from "../accounts/schema";
import { sessionSummarySchema } from "../accounts/sessions/schema";
import { userSummarySchema } from "../accounts/users/schema";
import { auditEventSchema } from "../audit/schema";
import { platformFileSchema } from "../files/platform/schema";
import { fileItemSchema } from "../files/schema";
import { trashItemSchema } from "../files/trash/schema";
import { errorBodySchema } from "../http/error-body";
import { extractionProgressSchema, importSummarySchema } from "../imports/schema";
import { ownAccountPaths } from "../openapi/own-account";
import { platformPaths } from "../openapi/platform";
import { projectMapPaths } from "../openapi/project-maps";
import { managedProjectSchema, projectDetailsSchema, projectSummarySchema } from "../projects/schema";
import { recentProjectSchema } from "../projects/stats/schema";
import { projectVersionSchema } from "../projects/versions/schema";
import { fileBytesPaths } from "./file-bytes";
import { filePaths } from "./files";
import { introduction, tags } from "./introduction";
import { adminPaths, userPaths } from "./people";
import { plainSchema } from "./plain-schema";
import { projectPaths } from "./projects";
import { publishingPaths } from "./publishing";
import { signInPaths } from "./sign-in";
import { uploadPaths } from "./uploads";

const paths: ZodOpenApiPathsObject = {
  ...signInPaths,
  ...ownAccountPaths,
  ...projectPaths,
  ...publishingPaths,
  ...uploadPaths,
  ...projectMapPaths,
  ...filePaths,
  ...fileBytesPaths,
  ...userPaths,
  ...adminPaths,
  ...platformPaths,
};

/** Shapes that have a name, so that they stand once in the document. */
const schemas = {
  Account: accountProfileSchema,
  Admin: adminSummarySchema,
  AuditEvent: auditEventSchema,
  Error: errorBodySchema,
  ExtractionProgress: extractionProgressSchema,
  FileItem: fileItemSchema,
  Import: importSummarySchema,
  ManagedProject: managedProjectSchema,
  PlatformFile: platformFileSchema,
  Project: projectSummarySchema,
  ProjectDetails: projectDetailsSchema,
  ProjectVersion: projectVersionSchema,
  RecentProject: recentProjectSchema,
  Session: sessionSummarySchema,
  TrashItem: trashItemSchema,
  User: userSummarySchema,
};

/** Where the product is, and which release of it this is. */
export interface Deployment {
  appOrigin: string;
  mapsOrigin: string;
  /** Name of the session's cookie: browsers want another one under https. */
  cookieName: string;
  version: string;
}

/** @returns every call of the product, as OpenAPI 3.1 */
export function createApiDocument({ appOrigin, mapsOrigin, cookieName, version }: Deployment) {
  return createDocument(
    {
      openapi: "3.1.1",
      info: { title: "Sea-Vision", version, description: introduction(mapsOrigin) },
      servers: [{ url: appOrigin }],
      tags,
      security: [{ session: [] }, { token: [] }],
      components: {
        schemas,
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: cookieName, description: "Set by signing in; sent by browsers." },
          token: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "`token` of the answer to signing in." },
        },
      },
      paths,
    },
    { allowEmptySchema: { custom: true, unknown: true }, override: plainSchema },
  );
}
