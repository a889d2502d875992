import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const script = path.resolve("scripts/check-structure.mjs");
const imports = (from: string) => `import { a } from "${from}";\nexport const b = a;\n`;
const leaf = "export const a = 1;\n";

/** A small tree that keeps every rule. A domain may name the table of one above it in its references. */
const goodTree: Record<string, string> = {
  "tsconfig.json": JSON.stringify({ compilerOptions: { module: "esnext", moduleResolution: "bundler", paths: { "@/*": ["./*"] } } }),
  "package.json": JSON.stringify({ name: "tree", type: "module", devDependencies: { "left-over": "1.0.0" } }),
  "lib/projects/versions/page.ts": leaf,
  "app/tables.ts": `${imports("@/lib/projects/versions/page")}${"// line\n".repeat(200)}`,
  "app/page.tsx": imports("@/components/card") + imports("@/lib/projects/data").replaceAll(/\b([ab])\b/g, "$1$1"),
  "components/card.tsx": `import type { T } from "./shape";\n${imports("@/lib/projects/schema")}export type U = T;\n`,
  "components/shape.ts": "export type T = 1;\n",
  "components/count.worker.ts": imports("./count"),
  "components/count.ts": leaf,
  "lib/projects/data.ts": imports("../db").replace("export const b = a;", "export const aa = a;"),
  "lib/projects/schema.ts": leaf,
  "lib/projects/schema.test.ts": imports("./schema"),
  "lib/db.ts": leaf,
  "lib/accounts/references/projects.ts": 'export const a = `JOIN "Project" p ON true`;\n',
  "lib/accounts/data.ts": 'export { a } from "./references/projects";\nexport const b = `FROM "Account" a`;\n',
  "app/labels.tsx": 'import { b } from "@/lib/accounts/data";\nexport const labels = ["Account", "Project"].concat(b);\n',
  "docs/guide.md":
    "[Start](../README.md#start), `lib/db.ts`, `lib/*.ts`, `lib/generated/prisma` and [a page](https://example.com/lib/none.ts).",
  "README.md": "[The guide](docs/guide.md)",
  "node_modules/left-over/index.js": leaf,
  "node_modules/left-over/package.json": "{}",
};

/** What is added to it, and the line that must be printed for it. */
const breaches: [what: string, added: Record<string, string>, expected: RegExp][] = [
  ["a cycle", { "lib/trees/data.ts": imports("./jobs"), "lib/trees/jobs.ts": imports("./data") }, /trees\/data\.ts → .*: no-cycle\. Move/],
  [
    "infrastructure that knows a domain",
    { "lib/http/up.ts": imports("../projects/schema") },
    /http\/up\.ts → .*: infrastructure-below-domain/,
  ],
  ["lib that knows the server", { "lib/maps/data.ts": imports("@/server/web") }, /maps\/data\.ts → server\/web\.ts: lib-at-the-bottom/],
  ["a component that reads data", { "components/a.tsx": imports("@/lib/projects/data") }, /a\.tsx → .*: components-import-schema-only/],
  ["a component that knows a page", { "components/b.tsx": imports("@/app/page") }, /b\.tsx → app\/page\.tsx: components-below-app/],
  [
    "a schema with the database",
    { "lib/imports/uploads/schema.ts": imports("../../db") },
    /schema\.ts → lib\/db\.ts: schema-shared-with-browser/,
  ],
  [
    "a presenter with the database",
    { "lib/imports/uploads/present.ts": imports("../../db") },
    /present\.ts → lib\/db\.ts: present-is-pure/,
  ],
  ["a route with the database", { "app/a/route.ts": imports("@/lib/db") }, /a\/route\.ts → lib\/db\.ts: app-asks-the-domain/],
  ["a route that knows a process", { "app/b/route.ts": imports("@/server/web") }, /b\/route\.ts → .*: app-beside-server/],
  ["a process that knows a component", { "server/web.ts": imports("@/components/card") }, /web\.ts → .*: server-beside-app/],
  ["a seed that knows a process", { "prisma/seed.ts": imports("@/server/web") }, /seed\.ts → server\/web\.ts: prisma-above-lib/],
  ["a development package", { "lib/http/dev.ts": imports("left-over") }, /dev\.ts → .*left-over.*: no-development-package/],
  ["an import that leads nowhere", { "lib/http/lost.ts": imports("./nowhere") }, /lost\.ts → \.\/nowhere: resolvable/],
  ["a schema with Node", { "lib/imports/schema.ts": imports("node:fs") }, /imports\/schema\.ts → fs: browser-safe/],
  [
    "Node behind a schema",
    { "lib/projects/stats/schema.ts": imports("../../imports/schema") },
    /stats\/schema\.ts → lib\/imports\/schema\.ts → fs: browser-safe/,
  ],
  ["a file that nobody uses", { "lib/imports/uploads/data.ts": leaf }, /uploads\/data\.ts: no-dead-file/],
  ["a room out of the closed set", { "lib/projects/queries.ts": leaf }, /queries\.ts: a domain has only schema, data/],
  ["an unknown domain", { "lib/things/data.ts": leaf }, /lib\/things is neither a known domain/],
  ["a stray file in lib", { "lib/format.ts": leaf }, /lib\/format\.ts: only db, env/],
  ["an unknown folder", { "extras/one.ts": leaf }, /extras\/one\.ts: no folder extras/],
  ["a barrel", { "components/ui/index.ts": leaf }, /index\.ts: index files are barrels/],
  ["a file for anything", { "components/utils.ts": leaf }, /utils\.ts: a name that could gather anything/],
  ["a test without its source", { "components/lost.test.ts": leaf }, /lost\.test\.ts: a unit test stands beside/],
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
    "a table outside of its owner, by Prisma",
    { "prisma/demo.ts": "export const a = (tx: any) => tx.project.count();\n" },
    /demo\.ts: names the table Project of lib\/projects/,
  ],
  ["a table without an owner", { "prisma/schema.prisma": "model Stray {\n}\n" }, /schema\.prisma: the table Stray has no owner/],
  [
    "a folder with too many files",
    Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`components/cards/card-${number}.tsx`, leaf])),
    /components\/cards: 21 files: move some into subfolders/,
  ],
  [
    "folders of components that import each other",
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
  ["a link that leads nowhere", { "docs/links.md": "[a](lost.md)" }, /docs\/links\.md → docs\/lost\.md: there is no such file/],
  ["a file that is only in a document", { "docs/names.md": "`lib/lost.ts`" }, /docs\/names\.md → lib\/lost\.ts: there is no such file/],
  ["a file that is too long", { "components/long.tsx": "// line\n".repeat(301) }, /long\.tsx: 301 lines: split it/],
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

test("a tree that keeps the rules passes, with notes of long and of short files", async () => {
  const growing = { "components/growing.tsx": "// line\n".repeat(251), "app/two.tsx": imports("@/components/growing") };
  const { code, printed } = await check({ ...goodTree, ...growing });
  expect(printed).toContain("note  components/growing.tsx: 251 lines");
  expect(printed).toContain("note  components/shape.ts: 1 lines, and only components/card.tsx imports it: could they be one file?");
  expect(printed).toContain("Structure: in order.");
  expect(code).toBe(0);
});

describe("a tree with every breach", () => {
  let result: { code: number; printed: string };
  beforeAll(async () => {
    result = await check(Object.assign({}, goodTree, ...breaches.map(([, added]) => added)));
  });

  test("fails", () => expect(result.code).toBe(1));
  test.each(breaches)("names %s", (_what, _added, expected) => expect(result.printed).toMatch(expected));
});
