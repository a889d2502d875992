import { z } from "zod";
import { createDocument, type ZodOpenApiOverrideContext } from "zod-openapi";
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
import { extractionProgressSchema, importSummarySchema } from "../imports/progress/schema";
import { managedProjectSchema, projectDetailsSchema, projectSummarySchema } from "../projects/schema";
import { shareLinkSchema } from "../projects/share-links/schema";
import { recentProjectSchema } from "../projects/stats/schema";
import { projectVersionSchema } from "../projects/versions/schema";
import type { MountDescription } from "./description";
import { describePaths, type Operation, operationsOf, SESSION_SECURITY } from "./operation";
import { tags } from "./tags";

/** Returns the introduction of the document. @param mapsOrigin address of the maps for programs */
function introduction(mapsOrigin: string): string {
  return `All calls that the screens make, for programs.

**Signing in.** \`POST /api/auth/login\` returns a \`token\`. Send it as \`Authorization: Bearer\`. Browsers use a cookie instead; a write with the cookie must come from a page of this origin (\`Sec-Fetch-Site: same-origin\`, or \`Origin\`). An account with two-step verification also needs its \`code\`. If the role of an account requires a second factor and it has none, calls return 403 with the code \`second_factor_required\` and the field \`secondFactor\`. The operator can require that accounts replace a password that an admin has set. Until then, calls return 403 with the code \`password_change_required\`.

**API tokens** are for programs that run without a user, such as builds. Create one under Settings → API tokens, and send it as \`Authorization: Bearer sv_…\`. Its scope limits what it may do: \`read\`, \`publish\` to chosen projects, \`people\` to manage accounts, or \`everything\` else that its account may do. A call outside the scope returns 403. Calls about sessions, passwords, second factors and API tokens need a session.

**Errors** are JSON with \`success: false\` and a \`message\` for users, which is also in \`error\`. \`fields\` contains the message for each invalid field. Calls return 404 if the project belongs to another user, as if it did not exist. A method that a path does not support returns 405 with \`Allow\`.

**Lists** are returned whole, or in pages when \`limit\` or \`cursor\` is given. Send \`nextCursor\` as \`cursor\` to get the next page. It is null on the last page.

**Publishing a map.** There are three ways. Upload a ZIP over tus to \`/files\` and send its id to \`/extract-tus-zip\`. Or send the ZIP in one request to \`/upload-zip-direct\`. Or upload the files of a folder over tus and send their list to \`/process-tus-upload\`. Then poll \`/extraction-progress/{safeName}\`. Send an \`Idempotency-Key\` with calls that you may repeat.

**Maps** contain scripts of their admins, so other origins serve them. Those origins have no calls and are not described here. \`GET /projects/maps/{safeName}/\` checks the session and redirects to the map's origin with a ticket. The ticket can be used once, within a minute. Programs are redirected to ${mapsOrigin}. That origin exchanges the ticket for a cookie that opens this one map until the session ends. A user who loses access to a project loses its tiles within 30 seconds.`;
}

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

/** Paths and components of some calls, as plain JSON. Next and the web process are separate bundles: each describes its own handlers. */
export type DocumentPart = Pick<ReturnType<typeof createDocument>, "paths" | "components">;

/** Returns the part of the document with these operations. */
export function describeOperations(operations: readonly Operation[]): DocumentPart {
  const { paths, components } = createDocument(
    { openapi: "3.1.1", info: { title: "", version: "" }, components: { schemas }, paths: describePaths(operations) },
    { allowEmptySchema: { custom: true, unknown: true }, override: plainSchema },
  );
  return { paths, components };
}

function merge<Value>(records: readonly (Readonly<Record<string, Value>> | undefined)[]): Record<string, Value> {
  return Object.fromEntries(records.flatMap((record = {}) => Object.entries(record)));
}

export interface Deployment {
  appOrigin: string;
  mapsOrigin: string;
  cookieName: string;
  version: string;
}

/** Returns the OpenAPI 3.1 document with all calls of the parts. */
export function createApiDocument({ appOrigin, mapsOrigin, cookieName, version }: Deployment, parts: readonly DocumentPart[]) {
  return {
    openapi: "3.1.1",
    info: { title: "Sea-Vision", version, description: introduction(mapsOrigin) },
    servers: [{ url: appOrigin }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [...SESSION_SECURITY, { apiToken: [] }],
    paths: merge(parts.map(({ paths }) => paths)),
    components: {
      schemas: merge(parts.map(({ components }) => components?.schemas)),
      responses: merge(parts.map(({ components }) => components?.responses)),
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: cookieName, description: "The cookie that signing in sets. Browsers send it." },
        token: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "The `token` that signing in returns." },
        apiToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "sv_…",
          description:
            "A token from Settings → API tokens. Its scope says whether it may read, publish to chosen projects, manage accounts, or do what its account may.",
        },
      },
    },
  };
}

/** On `globalThis`, because the web process and Next are separate bundles. */
const shared = globalThis as typeof globalThis & { seaVisionMounts?: () => DocumentPart };

/** Passes the descriptions of the plain handlers to Next, which serves the document. */
export function shareMounts(mounts: readonly Partial<MountDescription>[]): void {
  const descriptions = mounts.flatMap(({ tag, callers, calls }) => (tag && callers && calls ? { tag, callers, calls } : []));
  shared.seaVisionMounts = () => describeOperations(operationsOf(descriptions));
}

/** Returns the part of the document with the plain handlers. @throws Error in a process without them */
export function describeSharedMounts(): DocumentPart {
  if (!shared.seaVisionMounts) throw new Error("This process has no plain handlers.");
  return shared.seaVisionMounts();
}
