import { randomUUID } from "node:crypto";
import { db } from "@/lib/db/client";
import { startImport } from "@/lib/imports/mutations";
import { uploadZip, work } from "../integration/imports/publish-zip";
import { BOUNDARY, field, formOf, zipFile } from "../integration/zip-direct/direct-server";
import { craftZip } from "../setup/craft-zip";
import { admins, type Call, type Caller, type Row } from "./row";
import { newWorld, ownerFor, type World } from "./world";

const archive = craftZip([{ name: "index.html", data: Buffer.from("<h1>map</h1>") }]);

/** A ZIP in one request. @param projectId of the project whose map it replaces */
function directCall(projectId?: string): Call {
  const target = projectId ? field("projectId", projectId) : field("projectName", `Import ${randomUUID()}`);
  return { headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` }, body: formOf([target, zipFile(archive)]) };
}

/** A failed import of the caller's own, when its role may have any. */
async function failedImport(world: World, caller: Caller): Promise<Call> {
  const name = `import-${randomUUID()}`;
  const ownerId = ownerFor(world, caller).account.id;
  const data = { safeName: name, projectName: name, source: "zip", status: "failed", ownerId, finishedAt: new Date() } as const;
  const { id } = await db().import.create({ data });
  return { path: `/api/project/imports/${id}` };
}

/** Gives the world's project a map. @returns the version's id */
async function newVersion({ project, people }: World): Promise<string> {
  const upload = await uploadZip(archive, { ownerId: people.admin.account.id });
  const { importId } = await startImport({ source: "zip", ...upload, target: { kind: "replace", projectId: project.id } }, null);
  await work(importId);
  return String((await db().import.findUniqueOrThrow({ where: { id: importId } })).treeId);
}

const hashesOf = (id: string, version: string): Call => ({
  path: `/api/project/version-hashes/${id}`,
  body: { version, paths: ["index.html"] },
});

/** The routes that make maps from files, and report the result. */
export const waysInRows: readonly Row[] = [
  // Tokens for some projects create none.
  { method: "POST", route: "/upload-zip-direct", outcomes: admins(200), call: () => directCall() },
  {
    method: "POST",
    route: "/upload-zip-direct",
    what: "of a project's map",
    outcomes: admins(200),
    outside: 404,
    tokens: "publish",
    call: async ({ project }) => {
      // A project has one import at a time.
      await db().import.updateMany({ where: { replacesId: project.id }, data: { status: "failed", finishedAt: new Date() } });
      return directCall(project.id);
    },
  },
  {
    method: "POST",
    route: "/upload-zip-direct",
    what: "for a missing project",
    outcomes: admins(404),
    call: () => directCall(randomUUID()),
  },

  { method: "GET", route: "/api/project/conversions", outcomes: admins(200) },
  { method: "GET", route: "/api/project/imports", outcomes: admins(200) },
  { method: "DELETE", route: "/api/project/imports/[id]", outcomes: admins(200), call: failedImport },
  {
    method: "DELETE",
    route: "/api/project/imports/[id]",
    what: "of another user",
    outcomes: admins(404),
    call: (world, caller) => failedImport(world, caller === "superadmin" ? "admin" : "superadmin"),
  },

  {
    method: "GET",
    route: "/api/project/views/[id]",
    outcomes: admins(200),
    outside: 404,
    call: ({ project }) => ({ path: `/api/project/views/${project.id}` }),
  },
  {
    method: "GET",
    route: "/api/project/views/[id]",
    what: "of a missing target",
    outcomes: admins(404),
    call: () => ({ path: `/api/project/views/${randomUUID()}` }),
  },
  {
    method: "GET",
    route: "/api/project/views/[id]/csv",
    outcomes: admins(200),
    outside: 404,
    call: ({ project }) => ({ path: `/api/project/views/${project.id}/csv` }),
  },

  {
    method: "GET",
    route: "/api/project/versions/[id]",
    outcomes: admins(200),
    outside: 404,
    tokens: "publish-read",
    call: ({ project }) => ({ path: `/api/project/versions/${project.id}` }),
  },
  {
    method: "POST",
    route: "/api/project/versions/[id]",
    outcomes: admins(200),
    outside: 404,
    call: async (world) => ({ path: `/api/project/versions/${world.project.id}`, body: { versionId: await newVersion(world) } }),
  },
  {
    method: "POST",
    route: "/api/project/versions/[id]",
    what: "of a missing target",
    outcomes: admins(404),
    call: () => ({ path: `/api/project/versions/${randomUUID()}`, body: { versionId: "1" } }),
  },
  {
    method: "PATCH",
    route: "/api/project/versions/[id]",
    outcomes: admins(200),
    outside: 404,
    call: async (world) => ({
      path: `/api/project/versions/${world.project.id}`,
      body: { versionId: await newVersion(world), note: "Noted" },
    }),
  },
  {
    method: "PATCH",
    route: "/api/project/versions/[id]",
    what: "of a missing target",
    outcomes: admins(404),
    call: () => ({ path: `/api/project/versions/${randomUUID()}`, body: { versionId: "1", note: "Noted" } }),
  },
  {
    method: "GET",
    route: "/api/project/version-files/[id]",
    outcomes: admins(200),
    outside: 404,
    tokens: "publish-read",
    call: async (world) => {
      await newVersion(world);
      return { path: `/api/project/version-files/${world.project.id}` };
    },
  },
  {
    method: "POST",
    route: "/api/project/version-hashes/[id]",
    outcomes: admins(200),
    outside: 404,
    tokens: "publish-read",
    call: async (world) => hashesOf(world.project.id, await newVersion(world)),
  },
  {
    method: "POST",
    route: "/api/project/version-hashes/[id]",
    what: "of another project's map",
    outcomes: admins(409),
    outside: 404,
    tokens: "publish-read",
    call: async (world) => hashesOf(world.project.id, await newVersion(await newWorld())),
  },
];
