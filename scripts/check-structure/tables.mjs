/**
 * Table rule: only the owning folder of lib names a table, in SQL or through Prisma. Other folders call its functions
 * (docs/decisions/0050).
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

const owners = {
  AccessRequest: "lib/projects",
  Account: "lib/accounts",
  AccountMapView: "lib/projects",
  AccountNotice: "lib/accounts",
  ApiToken: "lib/accounts",
  Assignment: "lib/accounts",
  AuditEvent: "lib/audit",
  Authenticator: "lib/accounts",
  Blob: "lib/storage",
  Branding: "lib/branding",
  Conversion: "lib/data-maps",
  Entry: "lib/trees",
  Favourite: "lib/projects",
  Group: "lib/accounts",
  GroupMember: "lib/accounts",
  GroupProject: "lib/accounts",
  GuestCode: "lib/projects",
  GuestEntry: "lib/projects",
  GuestSession: "lib/projects",
  Identity: "lib/accounts",
  Import: "lib/imports",
  ImportBlob: "lib/imports",
  Installation: "lib/storage",
  Invitation: "lib/accounts",
  ManagedGroup: "lib/accounts",
  MapView: "lib/projects",
  Passkey: "lib/accounts",
  PasskeyChallenge: "lib/accounts",
  PasswordReset: "lib/accounts",
  PasswordResetRequest: "lib/accounts",
  Project: "lib/projects",
  ProjectView: "lib/projects",
  RateLimit: "lib/http",
  RecoveryCode: "lib/accounts",
  Session: "lib/accounts",
  ShareLink: "lib/projects",
  StoredBytes: "lib/storage",
  ThumbnailWorker: "lib/projects",
  Tree: "lib/trees",
  Upload: "lib/imports",
  UploadLock: "lib/imports",
  UsedMapTicket: "lib/maps",
  ViewerFile: "lib/data-maps",
};

const SCHEMA = "prisma/schema.prisma";
const isCode = (file) => /^(app|cli|lib(?!\/generated)|prisma|server|viewer)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file);
/** A domain may name tables of domains above it there, for statements that need one round trip. */
const isReferences = (file) => /^lib\/[^/]+\/references\//.test(file);

const tableOfModel = (model) => Object.keys(owners).find((name) => lowerFirst(name) === model);
const lowerFirst = (name) => name.charAt(0).toLowerCase() + name.slice(1);
const names = Object.keys(owners).join("|");
const models = Object.keys(owners).map(lowerFirst).join("|");
/** Matches a quoted name after a keyword of SQL, at the beginning of a fragment, or in a string of SQL. */
const inSql = new RegExp(`\\b(?:FROM|INTO|JOIN|ONLY|UPDATE|USING)\\s+"(${names})"|[\`']"(${names})"(?=\\s+[A-Za-z$]|')`, "g");
const inPrisma = new RegExp(`\\.(${models})\\s*\\.(?:aggregate|count|create|delete|find|groupBy|update|upsert)\\w*\\(`, "g");

function tablesIn(source) {
  const sql = [...source.matchAll(inSql)].map(([, first, second]) => first ?? second);
  const byModel = [...source.matchAll(inPrisma)].map(([, model]) => tableOfModel(model));
  return [...new Set([...sql, ...byModel])];
}

/** These read projects of the trash too. */
const readsTrash = (file) => /^lib\/(db\/visible\.ts$|projects\/trash\/|storage\/references\/)/.test(file);
const everyProject = /(?<!DELETE )\b(?:FROM|JOIN|USING)\s+"Project"|\.project\s*\.(?:aggregate|count|find|groupBy)\w*\((?![^;]*isVisible)/;

async function missingOwners() {
  if (!existsSync(SCHEMA)) return [];
  const schema = await readFile(SCHEMA, "utf8");
  const unowned = [...schema.matchAll(/^model (\w+)/gm)].map(([, name]) => name).filter((name) => !(name in owners));
  return unowned.map((name) => `${SCHEMA}: the table ${name} has no owner: add it in scripts/check-structure/tables.mjs`);
}

/**
 * Finds tables that are named outside of their owners.
 * @param {string[]} files
 * @returns {Promise<string[]>} one line for each, with the remedy
 */
export async function checkTables(files) {
  const problems = await missingOwners();
  for (const path of files) {
    if (!isCode(path)) continue;
    const source = await readFile(path, "utf8");
    if (!readsTrash(path) && everyProject.test(source))
      problems.push(`${path}: reads projects of the trash too: read visibleProjects, or add isVisible (lib/db/visible.ts)`);
    if (isReferences(path)) continue;
    for (const table of tablesIn(source)) {
      const owner = owners[table];
      if (path.startsWith(`${owner}/`) || path === "lib/db/visible.ts") continue;
      problems.push(
        `${path}: names the table ${table} of ${owner}: call a function of its data.ts or mutations.ts, or use a fragment that it exports`,
      );
    }
  }
  return problems;
}
