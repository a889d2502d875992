import { randomUUID } from "node:crypto";
import { createCanvas } from "@napi-rs/canvas";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { startImport } from "@/lib/imports/mutations";
import type { ImportTarget } from "@/lib/imports/schema";
import { addMapViews } from "@/lib/projects/stats/mutations";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { craftZip } from "../../setup/craft-zip";
import { assign } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { uploadZip, work } from "../imports/publish-zip";
import { cookieFor, rightOf } from "../maps/map-server";

const NAME = "Harbour of Kiel";
const SAFE_NAME = "harbour-of-kiel";
const zipOf = (text: string) => craftZip([{ name: "index.html", data: Buffer.from(text) }]);

let product: RunningProduct;
let people: Record<"superadmin" | "admin" | "user", SignedIn>;
let userId: string;
let before: Record<string, unknown>;
let project: { id: string; safeName: string };
let fileId: bigint;

async function publish(text: string, target: ImportTarget): Promise<void> {
  const upload = await uploadZip(zipOf(text), { ownerId: people.admin.account.id });
  const { importId } = await startImport({ source: "zip", ...upload, target }, null);
  expect(await work(importId)).toBe("complete");
}

beforeAll(async () => {
  product = await startProduct();
  people = { superadmin: await signedIn("superadmin"), admin: await signedIn("admin"), user: await signedIn("user") };
  userId = people.user.account.id;
  before = await lists();
  await publish("first", { kind: "new", projectName: NAME, description: "Depths" });
  project = await db().project.findUniqueOrThrow({ where: { safeName: SAFE_NAME } });
  await publish("second", { kind: "replace", projectId: project.id });
  const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { id: project.id } });
  fileId = (await db().entry.findFirstOrThrow({ where: { treeId: currentTreeId ?? 0n, kind: "file" } })).id;
  await assign(project.id, userId);
  await addMapViews([
    {
      projectId: project.id,
      day: new Date().toISOString().slice(0, 10),
      count: 7,
      accountId: userId,
      credentialId: randomUUID(),
      treeId: 0,
      lastViewedAt: new Date().toISOString(),
    },
  ]);
  const sent = await product.ask(`/api/project/image/${project.id}`, {
    method: "PUT",
    headers: { ...people.admin.browser, "content-type": "image/png" },
    body: createCanvas(64, 40).toBuffer("image/png"),
  });
  expect(sent.status).toBe(200);
  expect((await ask(`/api/files/${SAFE_NAME}/folder`, "admin", "POST", { folderPath: "", folderName: "tiles" })).status).toBe(200);
  expect((await ask(`/api/files/${SAFE_NAME}/item`, "admin", "DELETE", { itemPath: "tiles", itemType: "folder" })).status).toBe(200);
});
afterAll(() => product.close());

async function ask(path: string, as: keyof typeof people, method = "GET", body?: unknown) {
  const { status, headers, body: text } = await product.ask(path, { method, headers: people[as].browser, body });
  return { status, body: headers["content-type"]?.startsWith("application/json") ? JSON.parse(text) : text };
}

/** Routes that list or count projects, with who asks. */
const LISTS: readonly [keyof typeof people, string][] = [
  ["admin", "/api/project/all"],
  ["admin", `/api/project/all?search=${encodeURIComponent(NAME)}`],
  ["admin", "/api/project/creators"],
  ["admin", "/api/project/names"],
  ["admin", `/api/project/check-name/${encodeURIComponent(NAME)}`],
  ["admin", "/api/project/imports"],
  ["admin", "/api/admin/dashboard-stats"],
  ["superadmin", "/api/project/analytics"],
  ["admin", "/api/user/all"],
  ["superadmin", "/api/superadmin/dashboard"],
  ["superadmin", "/api/file-management/all"],
  ["superadmin", `/api/file-management/all?search=${encodeURIComponent(NAME)}`],
  ["user", "/api/project/assigned"],
  ["user", "/api/project/assigned/creators"],
  ["user", "/api/user/dashboard"],
  ["user", "/projects/maps/assets/"],
];

async function lists(): Promise<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  for (const [as, path] of LISTS) entries.push([path, await ask(path, as)]);
  const { files } = (await ask("/api/file-management/stats", "superadmin")).body;
  const { assignedProjects } = (await ask(`/api/user/details/${userId}`, "admin")).body.user;
  return Object.fromEntries([...entries, ["files", files], ["checklist", assignedProjects]]);
}

/** Reads everything of the project. */
async function things(): Promise<Record<string, { status: number; body: unknown }>> {
  const { id } = project;
  const paths: [keyof typeof people, string][] = [
    ["admin", `/api/project/details/${id}`],
    ["admin", `/api/project/versions/${id}`],
    ["admin", `/api/project/image/${id}`],
    ["user", `/api/project/image/${id}`],
    ["admin", `/api/files/${SAFE_NAME}/browse`],
    ["admin", `/api/files/${SAFE_NAME}/trash`],
    ["admin", `/api/files/${SAFE_NAME}/file-content?filePath=index.html`],
    ["admin", `/api/files/${SAFE_NAME}/download?filePath=index.html`],
    ["admin", `/api/project/version-files/${id}`],
    ["superadmin", `/api/file-management/download/${fileId}`],
    ["admin", `/projects/maps/${SAFE_NAME}/`],
    ["user", `/projects/maps/${SAFE_NAME}/`],
  ];
  const found: Record<string, { status: number; body: unknown }> = {};
  for (const [as, path] of paths) found[`${as} ${path}`] = await ask(path, as);
  return found;
}

const EDIT = { description: "Another" };

/** Every write that names the project. */
function writes(id: string): [path: string, method: string, body?: unknown][] {
  return [
    [`/api/project/edit/${id}`, "PUT", EDIT],
    [`/api/project/delete/${id}`, "DELETE"],
    [`/api/project/image/${id}`, "DELETE"],
    [`/api/project/versions/${id}`, "POST", { versionId: "1" }],
    [`/api/project/version-hashes/${id}`, "POST", { version: "1", paths: ["index.html"] }],
    [`/api/files/${SAFE_NAME}/folder`, "POST", { folderPath: "", folderName: "new" }],
    [`/api/files/${SAFE_NAME}/trash`, "DELETE", {}],
    [`/api/file-management/delete/${fileId}`, "DELETE"],
  ];
}

const withoutTickets = (read: Awaited<ReturnType<typeof things>>) =>
  Object.entries(read).map(([name, { status, body }]) => [name, status, name.includes("/projects/maps/") ? null : body]);

it("a deleted project doesn't exist for any reader, and a restore brings everything back", async () => {
  const { id } = project;
  const [listed, present] = [await lists(), await things()];
  expect(Object.values(present).filter(({ status }) => ![200, 302].includes(status))).toEqual([]);
  for (const [name, value] of Object.entries(before)) {
    if (!name.includes("imports")) expect([name, listed[name]]).not.toEqual([name, value]);
  }
  const cookie = cookieFor(rightOf(people.user, project));
  const tile = async () => (await product.ask(`/projects/maps/${SAFE_NAME}/index.html`, { on: "maps", headers: { cookie } })).status;
  expect(await tile()).toBe(200);

  expect(await ask(`/api/project/delete/${id}`, "admin", "DELETE")).toEqual({
    status: 200,
    body: { message: "Project and associated files deleted successfully!" },
  });
  await until("the map is gone", async () => (await tile()) === 404);
  expect(await lists()).toEqual(before);
  for (const [name, { status }] of Object.entries(await things())) expect([name, status]).toEqual([name, 404]);
  for (const [path, method, body] of writes(id)) expect([path, (await ask(path, "superadmin", method, body)).status]).toEqual([path, 404]);
  expect((await ask(`/extraction-progress/${SAFE_NAME}`, "admin")).body).toMatchObject({ viewable: false, projectId: null });
  const upload = await uploadZip(zipOf("third"), { ownerId: people.admin.account.id });
  const replacing = startImport({ source: "zip", ...upload, target: { kind: "replace", projectId: id } }, null);
  await expect(replacing).rejects.toMatchObject({ status: 404 });
  const { email, name } = people.user.account;
  const assigning = { fullName: name, email, assignedProjects: [id] };
  expect((await ask(`/api/user/edit/${userId}`, "admin", "PUT", assigning)).status).toBe(400);

  expect((await ask("/api/project/trash", "admin")).body.projects).toMatchObject([
    { _id: id, name: NAME, deletedBy: { _id: people.admin.account.id } },
  ]);
  expect((await ask(`/api/project/trash/restore/${id}`, "admin", "POST", {})).status).toBe(200);
  expect((await ask("/api/project/trash", "admin")).body.projects).toEqual([]);
  expect(await lists()).toEqual(listed);
  expect(withoutTickets(await things())).toEqual(withoutTickets(present));
  await until("the map is back", async () => (await tile()) === 200);
});

it("the name of a deleted project is free at once, and a project restored under another name has its own address", async () => {
  await ask(`/api/project/delete/${project.id}`, "admin", "DELETE");
  const upload = await uploadZip(zipOf("successor"), { ownerId: people.admin.account.id });
  const started = await startImport({ source: "zip", ...upload, target: { kind: "new", projectName: NAME, description: "" } }, null);
  expect(await ask(`/api/project/trash/restore/${project.id}`, "admin", "POST", {})).toMatchObject({ status: 409 });
  expect(await work(started.importId)).toBe("complete");
  expect(await ask(`/api/project/trash/restore/${project.id}`, "admin", "POST", { name: NAME.toUpperCase() })).toMatchObject({
    status: 409,
    body: { fields: { name: "Another project has this name now. Restore the project under another name." } },
  });
  const restored = await ask(`/api/project/trash/restore/${project.id}`, "admin", "POST", { name: "Old Harbour of Kiel" });
  expect(restored.body.project).toMatchObject({
    _id: project.id,
    name: "Old Harbour of Kiel",
    safeName: "old-harbour-of-kiel",
    fileCount: 1,
  });
  const contents = ["old-harbour-of-kiel", SAFE_NAME].map((safeName) =>
    ask(`/api/files/${safeName}/file-content?filePath=index.html`, "admin"),
  );
  expect((await Promise.all(contents)).map(({ body }) => body.content ?? body)).toEqual(["second", "successor"]);
});
