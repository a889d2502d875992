import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const script = path.resolve("scripts/check-structure.mjs");
const imports = (from: string) => `import { a } from "${from}";\nexport const b = a;\n`;
const leaf = "export const a = 1;\n";

/** A small tree without violations. A domain may name the table of a domain above it in its references. */
const validTree: Record<string, string> = {
  "tsconfig.json": JSON.stringify({ compilerOptions: { module: "esnext", moduleResolution: "bundler", paths: { "@/*": ["./*"] } } }),
  "package.json": JSON.stringify({ name: "tree", type: "module", devDependencies: { "left-over": "1.0.0" } }),
  "lib/projects/versions/page.ts": leaf,
  "app/tables.ts": `${imports("@/lib/projects/versions/page")}${"// line\n".repeat(200)}`,
  "app/page.tsx": imports("@/components/card") + imports("@/lib/projects/data").replaceAll(/\b([ab])\b/g, "$1$1"),
  "components/card.tsx": `import type { T } from "./shape";\n${imports("@/lib/projects/schema")}export type U = T;\n`,
  "components/shape.ts": "export type T = 1;\n",
  "components/count.worker.ts": imports("./count"),
  "components/count.ts": leaf,
  "lib/projects/data.ts": imports("../db/client").replace("export const b = a;", "export const aa = a;"),
  "lib/projects/schema.ts": leaf,
  "lib/projects/schema.test.ts": imports("./schema"),
  "lib/db/client.ts": leaf,
  "lib/accounts/references/projects.ts": 'export const a = `JOIN "Blob" p ON true`;\n',
  "lib/accounts/data.ts": 'export { a } from "./references/projects";\nexport const b = `FROM "Account" a`;\n',
  "app/labels.tsx": 'import { b } from "@/lib/accounts/data";\nexport const labels = ["Account", "Project"].concat(b);\n',
  "node_modules/left-over/index.js": leaf,
  "node_modules/left-over/package.json": "{}",
};

/** Files that violate a rule, and the expected line for it. */
const violations: [what: string, added: Record<string, string>, expected: RegExp][] = [
  ["a cycle", { "lib/trees/data.ts": imports("./jobs"), "lib/trees/jobs.ts": imports("./data") }, /trees\/data\.ts → .*: no-cycle\. Move/],
  [
    "infrastructure that imports a domain",
    { "lib/http/up.ts": imports("../projects/schema") },
    /http\/up\.ts → .*: infrastructure-below-domain/,
  ],
  ["lib that imports the server", { "lib/maps/data.ts": imports("@/server/web") }, /maps\/data\.ts → server\/web\.ts: lib-below-others/],
  [
    "a component that imports a query",
    { "components/a.tsx": imports("@/lib/projects/data") },
    /a\.tsx → .*: components-import-schema-only/,
  ],
  ["a component that imports a page", { "components/b.tsx": imports("@/app/page") }, /b\.tsx → app\/page\.tsx: components-below-app/],
  [
    "a schema that imports the database",
    { "lib/imports/uploads/schema.ts": imports("../../db/client") },
    /schema\.ts → lib\/db\/client\.ts: schema-shared-with-browser/,
  ],
  [
    "values that import a schema",
    { "lib/projects/values.ts": imports("./schema") },
    /projects\/values\.ts → lib\/projects\/schema\.ts: values-without-schemas/,
  ],
  [
    "a presenter that imports the database",
    { "lib/imports/uploads/present.ts": imports("../../db/client") },
    /present\.ts → lib\/db\/client\.ts: present-is-pure/,
  ],
  [
    "a route that imports the database",
    { "app/a/route.ts": imports("@/lib/db/client") },
    /a\/route\.ts → lib\/db\/client\.ts: app-calls-domain/,
  ],
  ["a route that imports a process", { "app/b/route.ts": imports("@/server/web") }, /b\/route\.ts → .*: app-without-server/],
  ["a process that imports a component", { "server/web.ts": imports("@/components/card") }, /web\.ts → .*: server-without-app/],
  ["a seed that imports a process", { "prisma/seed.ts": imports("@/server/web") }, /seed\.ts → server\/web\.ts: prisma-above-lib/],
  [
    "a development package in production code",
    { "lib/http/dev.ts": imports("left-over") },
    /dev\.ts → .*left-over.*: no-development-package/,
  ],
  ["an unresolved import", { "lib/http/lost.ts": imports("./nowhere") }, /lost\.ts → \.\/nowhere: resolvable/],
  ["a schema that imports Node.js", { "lib/imports/schema.ts": imports("node:fs") }, /imports\/schema\.ts → fs: browser-safe/],
  [
    "a schema that imports Node.js indirectly",
    { "lib/projects/stats/schema.ts": imports("../../imports/schema") },
    /stats\/schema\.ts → lib\/imports\/schema\.ts → fs: browser-safe/,
  ],
  ["an unused file", { "lib/imports/uploads/data.ts": leaf }, /uploads\/data\.ts: no-dead-file/],
  [
    "a table outside of its owner, in SQL",
    { "lib/imports/data.ts": 'export const a = `SELECT name FROM "Account" a`;\n' },
    /imports\/data\.ts: names the table Account of lib\/accounts: call a function/,
  ],
  [
    "a table outside of its owner, in a fragment",
    { "lib/imports/jobs.ts": 'export const a = `"Tree" tree`;\n' },
    /imports\/jobs\.ts: names the table Tree of lib\/trees/,
  ],
  [
    "a table outside of its owner, through Prisma",
    { "prisma/demo.ts": "export const a = (tx: any) => tx.project.count();\n" },
    /demo\.ts: names the table Project of lib\/projects/,
  ],
  [
    "a query that forgets the trash",
    { "lib/projects/data.ts": 'export const a = `FROM "Project" p`;\n' },
    /projects\/data\.ts: reads projects of the trash too: read visibleProjects/,
  ],
  [
    "a call of Prisma that forgets the trash",
    { "lib/projects/data.ts": "export const a = (tx: any) => tx.project.count();\n" },
    /projects\/data\.ts: reads projects of the trash too: read visibleProjects/,
  ],
  ["a table without an owner", { "prisma/schema.prisma": "model Stray {\n}\n" }, /schema\.prisma: the table Stray has no owner/],
  [
    "component folders that import each other",
    {
      "components/one/a.ts": imports("@/components/two/b"),
      "components/two/b.ts": leaf,
      "components/two/c.ts": imports("@/components/one/d"),
      "components/one/d.ts": leaf,
    },
    /components\/one → components\/two → components\/one: no-folder-cycle/,
  ],
  [
    "folders that import each other",
    {
      "lib/storage/data.ts": imports("../mail/data"),
      "lib/mail/data.ts": leaf,
      "lib/mail/jobs.ts": imports("../storage/schema"),
      "lib/storage/schema.ts": leaf,
    },
    /lib\/mail → lib\/storage → lib\/mail: no-folder-cycle \(lib\/mail\/jobs\.ts imports lib\/storage\/schema\.ts; .*\)\. Move what both need/,
  ],
];

let folder: string;

async function check(tree: Record<string, string>): Promise<{ code: number; printed: string }> {
  const root = await mkdtemp(path.join(folder, "tree-"));
  for (const [file, content] of Object.entries(tree)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), content);
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { cwd: root }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr });
    });
  });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "structure-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("check-structure passes a valid tree", async () => {
  expect(await check(validTree)).toEqual({ code: 0, printed: "Structure: no violations.\n" });
});

describe("check-structure, on a tree with every violation", () => {
  let result: { code: number; printed: string };
  beforeAll(async () => {
    result = await check(Object.assign({}, validTree, ...violations.map(([, added]) => added)));
  });

  test("exits with 1", () => expect(result.code).toBe(1));
  test.each(violations)("reports %s", (_what, _added, expected) => expect(result.printed).toMatch(expected));
});
