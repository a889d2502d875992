import { randomUUID } from "node:crypto";
import { createCanvas } from "@napi-rs/canvas";
import { newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { makeThumbnail } from "@/lib/maps/images/thumbnail";
import { chooseImage } from "@/lib/projects/images/mutations";
import { OFFSET_BODY } from "../integration/uploads/upload-server";
import { actorOf } from "../setup/signed-in";
import type { Ask } from "./ask";
import { admins, type Call, type Caller, everyone, type Row, signedIn, superadmins } from "./row";
import { ownerFor, type World } from "./world";

const TUS = { "tus-resumable": "1.0.0" };
const BYTES = Buffer.from("PK marked bytes");

/** Begins an upload of the admin, or of the superadmin when it is the caller. @returns its path */
export async function newUpload(ask: Ask, owner: World["people"]["admin"], isWhole = false): Promise<string> {
  const headers = { ...owner.bearer, ...TUS, "upload-length": String(BYTES.length), ...(isWhole && OFFSET_BODY) };
  const { headers: answered, status, body } = await ask("/files", { method: "POST", headers, body: isWhole ? BYTES : undefined });
  if (status !== 201) throw new Error(`POST /files answered ${status}: ${body}`);
  return new URL(answered.location ?? "", "http://localhost").pathname;
}

/** A tus request about an upload of `admin`, which other users can't see. */
function uploadCall(headers: Record<string, string> = {}, body?: Buffer): NonNullable<Row["call"]> {
  return async ({ people }, _caller, ask) => ({ path: await newUpload(ask, people.admin), headers: { ...TUS, ...headers }, body });
}

async function importName({ people }: World, replacesId?: string): Promise<string> {
  const safeName = `import-${randomUUID()}`;
  await db().import.create({
    data: { safeName, projectName: safeName, source: "zip", status: "failed", ownerId: people.admin.account.id, replacesId },
  });
  return safeName;
}

async function extraction(world: World, caller: Caller, ask: Ask) {
  const path = await newUpload(ask, ownerFor(world, caller), true);
  return { body: { projectName: `Import ${randomUUID()}`, uploadId: path.split("/").at(-1) } };
}

/** A map for the world's project. The import before it is ended, because a project has one at a time. */
async function replacement(world: World, caller: Caller, ask: Ask) {
  const { body } = await extraction(world, caller, ask);
  await db().import.updateMany({ where: { replacesId: world.project.id }, data: { status: "failed", finishedAt: new Date() } });
  return { body: { uploadId: body.uploadId, projectId: world.project.id } };
}

const ALL_UPLOADS = "/api/superadmin/uploads";
const IMAGE_ROUTE = "/api/project/image/[id]";

const drawImage = () => createCanvas(64, 40).toBuffer("image/png");

/** A request about a project's thumbnail. @param body an image to set */
function imageCall(id: string, body?: Buffer): Call {
  return { path: `/api/project/image/${id}`, ...(body && { body, headers: { "content-type": "image/png" } }) };
}

/** A request about the thumbnail that `user`'s project has by then. */
async function pictureCall({ people, project }: World): Promise<Call> {
  const { bytes } = await makeThumbnail(drawImage(), "image/png");
  await chooseImage(project.id, bytes, actorOf(people.admin));
  return imageCall(project.id);
}

export const projectRows: readonly Row[] = [
  { method: "GET", route: "/api/project/all", outcomes: admins(200), tokens: [200, 200, 200, 200, 403] },
  { method: "GET", route: "/api/project/names", outcomes: admins(200), tokens: "people-read" },
  { method: "GET", route: "/api/projections", outcomes: admins(200) },
  { method: "GET", route: "/api/project/assigned", outcomes: signedIn(200) },
  { method: "GET", route: "/api/project/assigned/creators", outcomes: signedIn(200) },
  {
    method: "GET",
    route: "/api/project/check-name/[name]",
    outcomes: admins(200),
    call: () => ({ path: "/api/project/check-name/Harbour" }),
  },
  {
    method: "POST",
    route: "/api/project/request-access",
    outcomes: signedIn(200),
    call: ({ project }) => ({ body: { safeName: project.safeName } }),
  },
  // Tokens for some projects create none.
  { method: "POST", route: "/extract-tus-zip", outcomes: admins(200), call: extraction },
  {
    method: "POST",
    route: "/extract-tus-zip",
    what: "of a project's map",
    outcomes: admins(200),
    outside: 404,
    tokens: "publish",
    call: replacement,
  },
  {
    method: "POST",
    route: "/extract-tus-zip",
    what: "another user's upload",
    outcomes: admins(404),
    tokens: "publish-any",
    call: (world, caller, ask) => extraction(world, caller === "superadmin" ? "admin" : "superadmin", ask),
  },
  {
    method: "GET",
    route: "/extraction-progress/[safeName]",
    outcomes: admins(200),
    tokens: [200, 404, 404, 200, 403],
    call: async (world) => ({ path: `/extraction-progress/${await importName(world)}` }),
  },
  {
    method: "GET",
    route: "/extraction-progress/[safeName]",
    what: "of a project's map",
    outcomes: admins(200),
    outside: 404,
    tokens: [200, 200, 404, 200, 403],
    call: async (world) => ({ path: `/extraction-progress/${await importName(world, world.project.id)}` }),
  },

  ...(["GET", "HEAD"] as const).flatMap((method): Row[] => [
    { method, route: IMAGE_ROUTE, what: "a picture", outcomes: [401, 200, 404, 200, 200, 401], outside: 404, call: pictureCall },
    { method, route: IMAGE_ROUTE, what: "none", outcomes: [401, 404, 404, 404, 404, 401], call: ({ project }) => imageCall(project.id) },
    { method, route: IMAGE_ROUTE, what: "of a missing target", outcomes: signedIn(404), call: () => imageCall(randomUUID()) },
  ]),
  { method: "PUT", route: IMAGE_ROUTE, outcomes: admins(200), outside: 404, call: ({ project }) => imageCall(project.id, drawImage()) },
  {
    method: "PUT",
    route: IMAGE_ROUTE,
    what: "of a missing target",
    outcomes: admins(404),
    call: () => imageCall(randomUUID(), drawImage()),
  },
  { method: "POST", route: IMAGE_ROUTE, outcomes: admins(200), outside: 404, call: ({ project }) => imageCall(project.id) },
  { method: "POST", route: IMAGE_ROUTE, what: "of a missing target", outcomes: admins(404), call: () => imageCall(randomUUID()) },
  { method: "DELETE", route: IMAGE_ROUTE, outcomes: admins(200), outside: 404, call: pictureCall },
  { method: "DELETE", route: IMAGE_ROUTE, what: "of a missing target", outcomes: admins(404), call: () => imageCall(randomUUID()) },

  { method: "GET", route: ALL_UPLOADS, outcomes: superadmins(200) },
  {
    method: "DELETE",
    route: `${ALL_UPLOADS}/[id]`,
    outcomes: superadmins(200),
    call: async ({ people }, _caller, ask) => ({ path: `${ALL_UPLOADS}/${(await newUpload(ask, people.admin)).split("/").at(-1)}` }),
  },
  {
    method: "DELETE",
    route: `${ALL_UPLOADS}/[id]`,
    what: "of a missing upload",
    outcomes: superadmins(404),
    call: () => ({ path: `${ALL_UPLOADS}/${newBlobKey()}` }),
  },
  { method: "OPTIONS", route: "/files", outcomes: everyone(204), call: () => ({ headers: TUS }) },
  {
    method: "POST",
    route: "/files",
    outcomes: admins(201),
    tokens: "publish-any",
    call: () => ({ headers: { ...TUS, "upload-length": "10" } }),
  },
  { method: "OPTIONS", route: "/files/[id]", outcomes: everyone(204), call: uploadCall() },
  {
    method: "HEAD",
    route: "/files/[id]",
    what: "of admin",
    outcomes: [401, 403, 403, 200, 404, 401],
    tokens: "publish-any",
    call: uploadCall(),
  },
  {
    method: "PATCH",
    route: "/files/[id]",
    what: "of admin",
    outcomes: [401, 403, 403, 204, 404, 401],
    tokens: "publish-any",
    call: uploadCall({ ...OFFSET_BODY, "upload-offset": "0" }, BYTES),
  },
  {
    method: "DELETE",
    route: "/files/[id]",
    what: "of admin",
    outcomes: [401, 403, 403, 204, 404, 401],
    tokens: "publish-any",
    call: uploadCall(),
  },
];
