/**
 * Import rules for dependency-cruiser. Imports point down only:
 * app → components → lib/<domain> → lib/<infrastructure>; server → lib; prisma → lib.
 * The comment of a rule is the remedy that the report prints.
 */
import { builtinModules } from "node:module";

/** Folders of lib that are independent of accounts, projects and imports. */
export const infrastructure = ["archives", "blobs", "db", "generated", "http", "jobs", "logging"];

/** Folders of lib that run on clients only: in the browser and in the command-line client. */
export const clients = ["upload-client"];

/** Folders of lib with the product's own concepts. */
export const domains = [
  "accounts",
  "audit",
  "branding",
  "data-maps",
  "files",
  "health",
  "imports",
  "mail",
  "maps",
  "projects",
  "storage",
  "trees",
];

/** Infrastructure that also runs in browsers: it uses no Node.js module, no database and no settings. */
const archiveRules = [
  "directory/archive-directory",
  "directory/end-record",
  "directory/find-encoding",
  "directory/name-encoding",
  "directory/page-words",
  "directory/record",
  "directory/window",
  "entry-kind",
  "entry-name",
  "entry-path",
  "ignored-files",
  "limits",
  "path-tree",
  "refusals",
  "rules",
  "wrapping-folder",
];
const browserSafe = [
  ...archiveRules.map((name) => `lib/archives/${name}.ts`),
  "lib/branding/accent/shades.ts",
  "lib/errors.ts",
  "lib/http/paging/schema.ts",
  "lib/http/paging/values.ts",
  "lib/trees/start-page/rank.ts",
  "lib/trees/slices/content-name.ts",
];

/** Folders of lib that make the API document. */
export const descriptions = ["openapi"];

const anyOf = (names) => `(${names.join("|")})`;
const literally = (path) => `^${path.replaceAll(".", "\\.")}$`;

const domainFile = `^lib/${anyOf(domains)}/`;
const schemaFile = `^lib/${anyOf(domains)}/[a-z/-]*schema\\.ts$`;
const valuesFile = `^lib/${anyOf(domains)}/[a-z/-]*values\\.ts$`;
const browserWorker = "\\.worker\\.ts$";
const declaration = "\\.d\\.ts$";
const testFile = "\\.test\\.tsx?$";
const clientFile = `^lib/${anyOf(clients)}/`;
/** Reads data files for a layer, and chooses its style: on clients and on the server. */
const dataFormats = "^lib/data-maps/(formats|style)/";
const sharedWithBrowser = [schemaFile, valuesFile, clientFile, dataFormats, ...browserSafe.map(literally)];
const nodeModule = `^(node:)?${anyOf(builtinModules.map((name) => name.replaceAll("/", "\\/")))}$`;
const serverPackage = `^node_modules/${anyOf(["@aws-sdk", "@napi-rs", "@node-rs", "@prisma", "@smithy", "@tus", "iconv-lite", "nodemailer", "pg", "pg-boss", "pino", "prom-client", "yauzl"])}/`;
const development = "^(bench|scripts|tests)/";

const rule = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });

export const layerRules = [
  rule(
    "no-cycle",
    "Move what both need into a third file below them, or pass it as an argument.",
    { path: "^(app|cli|components|lib|prisma|scripts|server|viewer|middleware)" },
    { circular: true },
  ),
  rule(
    "infrastructure-below-domain",
    "Infrastructure imports no domain: take the value as an argument, or move the code into the domain.",
    { path: [`^lib/${anyOf(infrastructure)}/`, "^lib/[^/]+\\.ts$"], pathNot: testFile },
    { path: domainFile },
  ),
  rule(
    "lib-below-others",
    "lib is below app, components, server and prisma: move the code down into lib, or pass the value as an argument.",
    { path: "^lib/", pathNot: testFile },
    { path: "^(app|bench|cli|components|middleware|prisma|scripts|server|tests)" },
  ),
  rule(
    "components-import-schema-only",
    "A component gets its data through props or from the API. From lib it imports only schema.ts, values.ts and browser-safe files (layers.mjs).",
    { path: "^components/", pathNot: testFile },
    { path: "^lib/", pathNot: sharedWithBrowser },
  ),
  rule(
    "client-browser-safe-only",
    "lib/upload-client runs on clients. From lib it imports only schema.ts files and browser-safe files (layers.mjs).",
    { path: clientFile, pathNot: testFile },
    { path: "^lib/", pathNot: sharedWithBrowser },
  ),
  rule(
    "server-without-client",
    "lib/upload-client runs on clients: move what the server also needs into a domain's schema.ts.",
    { path: ["^server/", domainFile, `^lib/${anyOf(infrastructure)}/`], pathNot: testFile },
    { path: clientFile },
  ),
  rule(
    "command-line-standalone",
    "The command-line client is one file that runs without the product. From lib it imports only browser-safe files and the process lock.",
    { path: "^cli/", pathNot: [testFile, "^cli/sea-vision\\.mjs$"] },
    {
      path: "^(app|bench|components|lib|middleware|prisma|scripts|server|tests)",
      pathNot: [...sharedWithBrowser, literally("lib/jobs/lock.ts")],
    },
  ),
  rule(
    "viewer-standalone",
    "The viewer is a program of its own, in the pages of maps. From lib it imports only schema.ts and values.ts of data maps and their formats.",
    { path: "^viewer/", pathNot: testFile },
    {
      path: "^(app|bench|cli|components|lib|middleware|prisma|scripts|server|tests)",
      pathNot: ["^lib/data-maps/(schema|values)\\.ts$", dataFormats],
    },
  ),
  rule(
    "nothing-imports-viewer",
    "The viewer is built on its own: move what others need into lib/data-maps.",
    { pathNot: "^viewer/" },
    { path: "^viewer/" },
  ),
  rule(
    "description-of-schemas",
    "The API document only uses the schemas that calls parse with: import schema.ts files.",
    { path: `^lib/${anyOf(descriptions)}/`, pathNot: testFile },
    {
      path: "^lib/",
      pathNot: [schemaFile, valuesFile, "^lib/http/(paging/schema|error-body)\\.ts$", `^lib/${anyOf(descriptions)}/`],
    },
  ),
  rule(
    "description-above-domain",
    "No domain imports its description: take what is needed from its schema.ts.",
    { path: "^lib/", pathNot: `^lib/${anyOf(descriptions)}/` },
    { path: `^lib/${anyOf(descriptions)}/` },
  ),
  rule(
    "components-below-app",
    "A component imports no page and no process: pass the value as a prop.",
    { path: "^components/", pathNot: testFile },
    { path: "^(app|bench|middleware|prisma|scripts|server|tests)" },
  ),
  rule(
    "schema-shared-with-browser",
    "schema.ts has zod schemas and types for server and browser: import only schema.ts files and browser-safe files (layers.mjs).",
    { path: schemaFile },
    { path: "^lib/", pathNot: sharedWithBrowser },
  ),
  rule(
    "values-without-schemas",
    "values.ts is in the first load of pages: move what needs zod into schema.ts.",
    { path: [valuesFile, literally("lib/http/paging/values.ts")] },
    { path: [schemaFile, literally("lib/http/paging/schema.ts"), "^node_modules/zod/"] },
  ),
  rule(
    "present-is-pure",
    "present.ts turns rows into API objects and schema.ts describes them: query the database in data.ts and pass the rows.",
    { path: `^lib/${anyOf(domains)}/[a-z/-]*(present|schema)\\.ts$` },
    { path: "^lib/db/" },
  ),
  rule(
    "app-calls-domain",
    "A page or route handler makes one domain call: move the query into the domain's data.ts or mutations.ts.",
    { path: "^(app/|middleware)", pathNot: testFile },
    { path: "^lib/(db|generated|jobs)/" },
  ),
  rule(
    "app-without-server",
    "Pages and processes don't import each other: move shared code into lib.",
    { path: "^(app/|middleware)", pathNot: testFile },
    { path: "^(bench|prisma|scripts|server|tests)/" },
  ),
  rule(
    "server-without-app",
    "Pages and processes don't import each other: move shared code into lib.",
    { path: "^server/", pathNot: testFile },
    { path: "^(app|bench|components|scripts|tests)/" },
  ),
  rule(
    "prisma-above-lib",
    "Migrations and the seed import only lib: move the code into lib.",
    { path: "^prisma/", pathNot: testFile },
    { path: "^(app|bench|components|middleware|scripts|server|tests)" },
  ),
  rule(
    "no-development-package",
    "Production is installed without development packages: move the package to dependencies in package.json.",
    { path: "^(app|cli|components|lib|prisma|server|viewer|middleware)", pathNot: testFile },
    { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
  ),
  rule(
    "resolvable",
    "The import can't be resolved: correct its path, or add the package to package.json.",
    { path: "^(app|bench|cli|components|lib|middleware|prisma|server|tests|viewer)", pathNot: development },
    { couldNotResolve: true },
  ),
  rule(
    "no-dead-file",
    "No page, process or script uses this file: delete it, or use it.",
    {
      path: [
        "^(app/|cli/main\\.ts$|server/[^/]+\\.ts$|viewer/main\\.ts$|scripts/[^/]+\\.(mjs|ts)$|prisma/[^/]+\\.ts$|middleware\\.ts$)",
        browserWorker,
      ],
    },
    {
      path: "^(cli|components|lib|viewer)/",
      pathNot: [testFile, browserWorker, "^lib/generated/", "^(cli|viewer)/main\\.ts$", "\\.mjs$", declaration],
      reachable: false,
    },
  ),
];

export const runtimeRules = [
  rule(
    "browser-safe",
    "This file is sent to browsers, which have no Node.js and no database: import only the type, or move the server code into another file.",
    { path: ["^(components|viewer)/", ...sharedWithBrowser], pathNot: testFile },
    { path: [nodeModule, serverPackage, "^lib/((db|env)|logging/logger)\\.ts$"], reachable: true },
  ),
];
