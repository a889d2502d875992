/**
 * Who may import whom, as rules for dependency-cruiser. Imports point down only:
 * app → components → lib/<domain> → lib/<infrastructure>; server → lib; prisma → lib.
 * Each rule's comment is the remedy that the report prints.
 */
import { builtinModules } from "node:module";

/** Folders of lib that know nothing of accounts, projects or imports. */
export const infrastructure = ["archives", "blobs", "generated", "http", "jobs", "logging", "metrics"];

/** Folders of lib that run on the machine of whoever publishes: in the browser, and in the command-line client. */
export const clients = ["publish"];

/** Folders of lib that hold the product's own concepts. */
export const domains = ["accounts", "audit", "files", "health", "imports", "mail", "maps", "projects", "storage", "trees"];

/** Infrastructure that runs in the browser as well: it reaches no Node module, no database and no setting. */
const archiveRules = [
  "encoded-traversal",
  "entry-kind",
  "entry-name",
  "entry-path",
  "extents",
  "ignored-files",
  "limits",
  "path-tree",
  "refusals",
  "rules",
  "wrapping-folder",
];
const browserSafe = [...archiveRules.map((name) => `lib/archives/${name}.ts`), "lib/errors.ts", "lib/http/paging/schema.ts"];

/** Folders of lib that tell of the domains what is to be known outside, each file a part of it. */
export const descriptions = ["openapi"];

const anyOf = (names) => `(${names.join("|")})`;
const literally = (path) => `^${path.replaceAll(".", "\\.")}$`;

const domainFile = `^lib/${anyOf(domains)}/`;
const schemaFile = `^lib/${anyOf(domains)}/[a-z/-]*schema\\.ts$`;
const browserWorker = "\\.worker\\.ts$";
const declaration = "\\.d\\.ts$";
const testFile = "\\.test\\.tsx?$";
const clientFile = `^lib/${anyOf(clients)}/`;
const sharedWithBrowser = [schemaFile, clientFile, ...browserSafe.map(literally)];
const nodeModule = `^(node:)?${anyOf(builtinModules.map((name) => name.replaceAll("/", "\\/")))}$`;
const serverPackage = `^node_modules/${anyOf(["@aws-sdk", "@napi-rs", "@node-rs", "@prisma", "@smithy", "@tus", "chardet", "iconv-lite", "nodemailer", "pg", "pg-boss", "pino", "prom-client", "yauzl"])}/`;
const development = "^(bench|scripts|tests)/";

const rule = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });

export const layerRules = [
  rule(
    "no-cycle",
    "Move what both need into a third file below them, or pass it as an argument.",
    { path: "^(app|cli|components|lib|prisma|scripts|server|middleware)" },
    { circular: true },
  ),
  rule(
    "infrastructure-below-domain",
    "Infrastructure knows no domain: take what is needed as an argument, or move the code into the domain.",
    { path: [`^lib/${anyOf(infrastructure)}/`, "^lib/[^/]+\\.ts$"], pathNot: testFile },
    { path: domainFile },
  ),
  rule(
    "lib-at-the-bottom",
    "lib is below app, components, server and prisma: move what is needed down into lib, or pass it as an argument.",
    { path: "^lib/", pathNot: testFile },
    { path: "^(app|bench|cli|components|middleware|prisma|scripts|server|tests)" },
  ),
  rule(
    "components-import-schema-only",
    "A component gets its data through props or from the API: of lib it imports schema.ts files and what layers.mjs lists as browser-safe.",
    { path: "^components/", pathNot: testFile },
    { path: "^lib/", pathNot: sharedWithBrowser },
  ),
  rule(
    "client-beside-server",
    "lib/publish runs at whoever publishes: a server calls what is below it, and it imports schema.ts files and what layers.mjs lists as browser-safe.",
    { path: clientFile, pathNot: testFile },
    { path: "^lib/", pathNot: sharedWithBrowser },
  ),
  rule(
    "server-without-client",
    "lib/publish runs at whoever publishes: move what the server needs as well into a domain's schema.ts.",
    { path: ["^server/", domainFile, `^lib/${anyOf(infrastructure)}/`], pathNot: testFile },
    { path: clientFile },
  ),
  rule(
    "command-line-on-its-own",
    "The command-line client is one file that runs without the product: of lib it imports what browsers may have as well, and the lock of processes.",
    { path: "^cli/", pathNot: [testFile, "^cli/sea-vision\\.mjs$"] },
    {
      path: "^(app|bench|components|lib|middleware|prisma|scripts|server|tests)",
      pathNot: [...sharedWithBrowser, literally("lib/jobs/lock.ts")],
    },
  ),
  rule(
    "description-of-schemas",
    "A description is made of the schemas that calls parse with, and does nothing: import schema.ts files, and the two that parse what streams by.",
    { path: `^lib/${anyOf(descriptions)}/`, pathNot: [testFile, `^lib/${anyOf(descriptions)}/data\\.ts$`] },
    {
      path: "^lib/",
      pathNot: [
        schemaFile,
        "^lib/(http/paging/schema|http/error-body|imports/folder/fields|files/upload/upload-fields)\\.ts$",
        `^lib/${anyOf(descriptions)}/`,
      ],
    },
  ),
  rule(
    "description-above-domain",
    "No domain knows how it is described: take what is needed from its schema.ts.",
    { path: "^lib/", pathNot: `^lib/${anyOf(descriptions)}/` },
    { path: `^lib/${anyOf(descriptions)}/` },
  ),
  rule(
    "components-below-app",
    "A component knows no page and no process: pass what it needs as a prop.",
    { path: "^components/", pathNot: testFile },
    { path: "^(app|bench|middleware|prisma|scripts|server|tests)" },
  ),
  rule(
    "schema-shared-with-browser",
    "schema.ts holds zod schemas and types for server and browser: import other schema.ts files and what layers.mjs lists as browser-safe.",
    { path: schemaFile },
    { path: "^lib/", pathNot: sharedWithBrowser },
  ),
  rule(
    "present-is-pure",
    "present.ts turns rows into API objects and schema.ts describes them; let data.ts ask the database and hand the rows over.",
    { path: `^lib/${anyOf(domains)}/[a-z/-]*(present|schema)\\.ts$` },
    { path: "^lib/db\\.ts$" },
  ),
  rule(
    "app-asks-the-domain",
    "A page or route handler makes one domain call: put the query into the domain's data.ts or mutations.ts.",
    { path: "^(app/|middleware)", pathNot: testFile },
    { path: "^lib/(db\\.ts$|generated/|jobs/)" },
  ),
  rule(
    "app-beside-server",
    "Pages and processes do not know each other: move what both need into lib.",
    { path: "^(app/|middleware)", pathNot: testFile },
    { path: "^(bench|prisma|scripts|server|tests)/" },
  ),
  rule(
    "server-beside-app",
    "Pages and processes do not know each other: move what both need into lib.",
    { path: "^server/", pathNot: testFile },
    { path: "^(app|bench|components|scripts|tests)/" },
  ),
  rule(
    "prisma-above-lib",
    "Migrations and the seed use lib alone: move what is needed into lib.",
    { path: "^prisma/", pathNot: testFile },
    { path: "^(app|bench|components|middleware|scripts|server|tests)" },
  ),
  rule(
    "no-development-package",
    "What runs in production is installed without development packages: move the package to dependencies in package.json.",
    { path: "^(app|cli|components|lib|prisma|server|middleware)", pathNot: testFile },
    { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
  ),
  rule(
    "resolvable",
    "The import leads nowhere: correct its path, or add the package to package.json.",
    { path: "^(app|bench|cli|components|lib|middleware|prisma|server|tests)", pathNot: development },
    { couldNotResolve: true },
  ),
  rule(
    "no-dead-file",
    "No page, process or script reaches this file: delete it, or use it.",
    { path: ["^(app/|cli/main\\.ts$|server/[^/]+\\.ts$|scripts/[^/]+\\.(mjs|ts)$|prisma/[^/]+\\.ts$|middleware\\.ts$)", browserWorker] },
    {
      path: "^(cli|components|lib)/",
      pathNot: [testFile, browserWorker, "^lib/generated/", "^cli/main\\.ts$", "\\.mjs$", declaration],
      reachable: false,
    },
  ),
];

export const runtimeRules = [
  rule(
    "browser-safe",
    "This file is sent to browsers, where there is neither Node nor a database: import the type only, or move the server's part into another file.",
    { path: ["^components/", ...sharedWithBrowser], pathNot: testFile },
    { path: [nodeModule, serverPackage, "^lib/((db|env)|logging/logger)\\.ts$"], reachable: true },
  ),
];
