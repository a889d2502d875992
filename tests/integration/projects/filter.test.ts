import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { ImportStatus } from "@/lib/generated/prisma/enums";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { callsOf, publishFiles } from "./calls";

let admin: SignedIn;
let superadmin: SignedIn;
let calls: ReturnType<typeof callsOf>;

function newImport(
  project: { name: string; safeName: string },
  status: ImportStatus,
  given: { projectId?: string; replacesId?: string } = {},
) {
  return db().import.create({ data: { ...given, safeName: project.safeName, projectName: project.name, source: "zip", status } });
}

async function namesFor(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await calls.all({ sort: "name-asc", ...query });
  expect(status).toBe(200);
  expect(body.total).toBe(body.projects.length);
  return body.projects.map(({ name }) => name);
}

beforeAll(async () => {
  [admin, superadmin] = await Promise.all([signedIn("admin"), signedIn("superadmin")]);
  calls = callsOf(superadmin);
  const online = await createProject(admin.account.id, { name: "Online", safeName: "online" });
  await publishFiles(online.id, 3);
  await newImport(online, "complete", { projectId: online.id });
  await newImport(online, "failed", { replacesId: online.id });
  const external = await createProject(admin.account.id, { name: "External", mapUrl: "https://maps.example/" });
  await publishFiles(external.id, 1);
  await createProject(superadmin.account.id, { name: "None" });
  const checked = await createProject(superadmin.account.id, { name: "Checked", mapUrl: "https://maps.example/" });
  await newImport(checked, "verifying", { projectId: checked.id });
  const replaced = await createProject(null, { name: "Replaced" });
  await newImport(replaced, "queued", { replacesId: replaced.id });
  await db().project.update({ where: { id: external.id }, data: { createdAt: new Date("2024-05-06T23:59:59.999Z") } });
});

describe("GET /api/project/all", () => {
  it("returns the status and map address of each project", async () => {
    const { body } = await calls.all({ sort: "name-asc" });
    expect(body.projects.map(({ name, status, mapUrl, viewMap }) => [name, status, mapUrl, viewMap])).toEqual([
      ["Checked", "importing", "https://maps.example/", "https://maps.example/"],
      ["External", "external", "https://maps.example/", "https://maps.example/"],
      ["None", "none", null, null],
      ["Online", "online", null, "http://localhost:3000/projects/maps/online/"],
      ["Replaced", "importing", null, null],
    ]);
  });

  it.each([
    ["online", ["Online"]],
    ["external", ["External"]],
    ["none", ["None"]],
    ["importing", ["Checked", "Replaced"]],
    ["", ["Checked", "External", "None", "Online", "Replaced"]],
  ])("filters by the status %j", async (status, names) => expect(await namesFor({ status })).toEqual(names));

  it("filters by creator, including deleted creators", async () => {
    expect(await namesFor({ createdBy: admin.account.id })).toEqual(["External", "Online"]);
    expect(await namesFor({ createdBy: "unknown" })).toEqual(["Replaced"]);
    expect(await namesFor({ createdBy: admin.account.id, status: "online", search: "LINE" })).toEqual(["Online"]);
    expect(await namesFor({ createdBy: superadmin.account.id, status: "online" })).toEqual([]);
  });

  it("filters by days and times", async () => {
    expect(await namesFor({ to: "2024-05-06" })).toEqual(["External"]);
    expect(await namesFor({ to: "2024-05-06T23:59:59.999Z" })).toEqual([]);
    expect(await namesFor({ from: "2024-05-07" })).toEqual(["Checked", "None", "Online", "Replaced"]);
  });

  it("applies filters to all pages", async () => {
    const first = await calls.all({ status: "importing", sort: "name-asc", limit: "1" });
    expect(first.body).toMatchObject({ total: 2, projects: [{ name: "Checked" }] });
    const second = await calls.all({ status: "importing", sort: "name-asc", limit: "1", cursor: first.body.nextCursor ?? "" });
    expect(second.body).toMatchObject({ total: 2, projects: [{ name: "Replaced" }], nextCursor: null });
  });

  it.each([
    [{ status: "lost" }, "There is no such status of projects."],
    [{ createdBy: "me" }, "There is no such creator."],
    [{ from: "yesterday" }, "A date must be a day (2026-11-20) or a time (2026-11-20T08:00:00Z)."],
  ])("returns 400 for %j", async (query, message) => {
    expect(await calls.all(query)).toMatchObject({ status: 400, body: { message } });
  });

  it("accepts the creators that /api/project/creators returns", async () => {
    const { body } = await calls.creators();
    expect(new Set(body.creators.map(({ _id }) => _id))).toEqual(new Set([admin.account.id, superadmin.account.id, "unknown"]));
    expect(body.creators.at(-1)).toEqual({ _id: "unknown", name: "Unknown" });
  });
});
