import { z } from "zod";
import { createDocument, type ZodOpenApiOverrideContext, type ZodOpenApiPathsObject } from "zod-openapi";
import { adminSummarySchema } from "../accounts/admins/schema";
import { apiTokenSchema } from "../accounts/api-tokens/schema";
import { accountProfileSchema } from "../accounts/schema";
import { sessionSummarySchema } from "../accounts/sessions/schema";
import { userSummarySchema } from "../accounts/users/schema";
import { auditEventSchema } from "../audit/schema";
import { platformFileSchema } from "../files/platform/schema";
import { fileItemSchema } from "../files/schema";
import { trashItemSchema } from "../files/trash/schema";
import { errorBodySchema } from "../http/error-body";
import { extractionProgressSchema, importSummarySchema } from "../imports/schema";
import { managedProjectSchema, projectDetailsSchema, projectSummarySchema } from "../projects/schema";
import { shareLinkSchema } from "../projects/share-links/schema";
import { recentProjectSchema } from "../projects/stats/schema";
import { projectVersionSchema } from "../projects/versions/schema";
import { SESSION_SECURITY } from "./call";
import { filePaths } from "./files";
import { apiTokenPaths, ownAccountPaths, signInPaths } from "./own-account";
import { passkeyPaths } from "./passkeys";
import { adminPaths, userPaths } from "./people";
import { platformPaths } from "./platform";
import { projectMapPaths } from "./project-maps";
import { projectPaths } from "./projects";
import { publishingPaths } from "./publishing";
import { secondFactorPaths } from "./second-factors";
import { shareLinkPaths } from "./share-links";
import { uploadPaths } from "./uploads";

/** Returns the introduction of the document. @param mapsOrigin address of the maps for programs */
function introduction(mapsOrigin: string): string {
  return `Everything that the screens do, for programs.

**Signing in.** \`POST /api/auth/login\` answers a \`token\`: send it as \`Authorization: Bearer\`. Browsers have a cookie instead; what writes by the cookie must come from a page of this origin (\`Sec-Fetch-Site: same-origin\`, or \`Origin\`). An account with two-step verification also needs its \`code\`. An account whose role needs a second factor and has none gets 403 with the code \`second_factor_required\` and the field \`secondFactor\` until it has set one up. An account must replace a password that someone else has set where the operator demands that; until then it gets 403 with the code \`password_change_required\`.

**API tokens** are for programs that run without a user, such as builds. Create one under Settings → API tokens, and send it as \`Authorization: Bearer sv_…\`. Its scope says what it may: \`read\`, \`publish\` to chosen projects, or \`everything\` that its account may at the time. A call out of the scope answers 403. Calls about sessions, passwords, second factors and API tokens need a session.

**Errors** are JSON with a \`message\` for people, also as \`error\`, and \`success: false\`; what is wrong with the fields of a request stands in \`fields\`. A thing of another user answers 404, as a missing one does. A method that an address does not have answers 405 with \`Allow\`.

**Lists** answer whole, and in pages when \`limit\` or \`cursor\` is given: \`nextCursor\` asks for the next page, and null is the end.

**Publishing a map.** Upload a ZIP over tus to \`/files\` and post its id to \`/extract-tus-zip\`; or send it at once to \`/upload-zip-direct\`; or upload the files of a folder over tus and post their list to \`/process-tus-upload\`. Then ask \`/extraction-progress/{safeName}\`. A call that may have to be repeated carries an \`Idempotency-Key\`.

**Maps** are scripts of their admins, so other origins serve them. These have no calls and are not described here. \`GET /projects/maps/{safeName}/\` checks the session and redirects to the map's origin with a ticket that is good for one use within a minute. Programs are redirected to ${mapsOrigin}. That origin swaps the ticket for a cookie that opens this one map and ends with the session. A user who loses a project loses its tiles within 30 seconds.`;
}

const tags = [
  { name: "Sign-in", description: "Sessions, and passwords that were forgotten." },
  { name: "Passkeys", description: "Signing in without a password." },
  { name: "Own account", description: "Name and password of who is signed in." },
  { name: "Two-step verification", description: "Authenticator apps and recovery codes." },
  { name: "API tokens", description: "Tokens for programs." },
  { name: "Projects", description: "Projects and who may open them." },
  { name: "Publishing", description: "What makes maps of files." },
  { name: "Resumable uploads", description: "tus 1.0: https://tus.io." },
  { name: "Versions of maps", description: "The map that a project shows, and those before it." },
  { name: "Thumbnails of maps", description: "Small images, for lists." },
  { name: "Share links", description: "Links that open a map without an account." },
  { name: "Files of a map", description: "The file manager of a project, and of the shared assets." },
  { name: "Users", description: "People whom projects are assigned to." },
  { name: "Admins", description: "People who manage projects and users." },
  { name: "Dashboards", description: "Statistics for each role." },
  { name: "All files", description: "Every file of every project." },
  { name: "Audit trail", description: "Who did what." },
  { name: "Maps", description: "The way to the maps." },
  { name: "Product", description: "The product itself." },
];

type JsonSchema = ZodOpenApiOverrideContext["jsonSchema"];

/** Returns the rules of a text after trimming. */
function textRulesOf(schema: z.core.$ZodType): Pick<JsonSchema, "minLength" | "maxLength" | "format"> {
  if (schema instanceof z.ZodPipe) return { ...textRulesOf(schema.in), ...textRulesOf(schema.out) };
  if (!(schema instanceof z.ZodString)) return {};
  const { minLength = schema.minLength, maxLength = schema.maxLength, format } = z.globalRegistry.get(schema) ?? {};
  return {
    ...(typeof minLength === "number" && { minLength }),
    ...(typeof maxLength === "number" && { maxLength }),
    ...(typeof format === "string" && { format }),
  };
}

/** Describes rules checked after trimming, and drops patterns that repeat a format and default bounds of integers. */
function plainSchema({ jsonSchema, zodSchema, io }: ZodOpenApiOverrideContext): void {
  if (io === "input" && jsonSchema.type === "string") Object.assign(jsonSchema, textRulesOf(zodSchema));
  if (zodSchema instanceof z.ZodFile) delete jsonSchema.contentEncoding;
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

const paths: ZodOpenApiPathsObject = {
  ...signInPaths,
  ...passkeyPaths,
  ...ownAccountPaths,
  ...secondFactorPaths,
  ...apiTokenPaths,
  ...projectPaths,
  ...publishingPaths,
  ...uploadPaths,
  ...projectMapPaths,
  ...shareLinkPaths,
  ...filePaths,
  ...userPaths,
  ...adminPaths,
  ...platformPaths,
};

/** Named schemas, which the document contains once. */
const schemas = {
  Account: accountProfileSchema,
  ApiToken: apiTokenSchema,
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
  ShareLink: shareLinkSchema,
  TrashItem: trashItemSchema,
  User: userSummarySchema,
};

export interface Deployment {
  appOrigin: string;
  mapsOrigin: string;
  cookieName: string;
  version: string;
}

/** Returns every call of the product, as OpenAPI 3.1 */
export function createApiDocument({ appOrigin, mapsOrigin, cookieName, version }: Deployment) {
  return createDocument(
    {
      openapi: "3.1.1",
      info: { title: "Sea-Vision", version, description: introduction(mapsOrigin) },
      servers: [{ url: appOrigin }],
      tags,
      security: [...SESSION_SECURITY, { apiToken: [] }],
      components: {
        schemas,
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: cookieName, description: "Set by signing in; sent by browsers." },
          token: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "`token` of the answer to signing in." },
          apiToken: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "sv_…",
            description:
              "A token from Settings → API tokens. It may only read, or only publish to chosen projects, or do what its account may.",
          },
        },
      },
      paths,
    },
    { allowEmptySchema: { custom: true, unknown: true }, override: plainSchema },
  );
}
