import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { Project } from "@/lib/generated/prisma/client";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { craftZip } from "../../setup/craft-zip";
import { createApiToken, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { work } from "../imports/publish-zip";
import { publishMap } from "../maps/map-site";
import { OFFSET_BODY } from "../uploads/upload-server";
import { shownPage } from "../versions/replacing";
import { BOUNDARY, field, formOf, zipFile } from "../zip-direct/direct-server";

const TUS = { "tus-resumable": "1.0.0" };
const PAGE = "<h1>Harbour</h1>";
const archive = craftZip([{ name: "index.html", data: Buffer.from(PAGE) }]);

let product: RunningProduct;
let admin: SignedIn;

beforeAll(async () => {
  [product, admin] = await Promise.all([startProduct(), signedIn("admin")]);
});
afterAll(() => product.close());

type Headers = Record<string, string>;

async function tokenOf(scope: "read" | "publish" | "everything", by: SignedIn = admin, projects: Project[] = []): Promise<Headers> {
  const { token } = await createApiToken(
    by.account.id,
    scope,
    projects.map(({ id }) => id),
  );
  return { authorization: `Bearer ${token}` };
}

/** Creates two projects and a token that publishes to the first. */
async function publisher(): Promise<{ headers: Headers; own: Project; other: Project }> {
  const [own, other] = [await createProject(null), await createProject(null)];
  return { headers: await tokenOf("publish", admin, [own]), own, other };
}

async function upload(headers: Headers, bytes: Buffer, metadata = "filename c2l0ZS56aXA="): Promise<string> {
  const all = { ...headers, ...TUS, ...OFFSET_BODY, "upload-length": String(bytes.length), "upload-metadata": metadata };
  const answer = await product.ask("/files", { method: "POST", headers: all, body: bytes });
  expect(answer.status, answer.body).toBe(201);
  return (answer.headers.location ?? "").split("/").at(-1) ?? "";
}

const direct = (headers: Headers, target: { projectId: string } | { projectName: string }) =>
  product.ask("/upload-zip-direct", {
    method: "POST",
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: formOf([...Object.entries(target).map(([name, value]) => field(name, value)), zipFile(archive)]),
  });

async function extract(headers: Headers, target: object) {
  const uploadId = await upload(headers, archive);
  return product.ask("/extract-tus-zip", { method: "POST", headers, body: { uploadId, ...target } });
}

async function sendFolder(headers: Headers, target: object) {
  const uploadId = await upload(headers, Buffer.from(PAGE), `filename ${Buffer.from("pack").toString("base64")}`);
  const files = [{ uploadId, relativePath: "index.html", name: "index.html", size: PAGE.length }];
  return product.ask("/process-tus-upload", { method: "POST", headers, body: { files, ...target } });
}

const ways = [
  ["a ZIP in one request", direct],
  ["a ZIP over tus", extract],
  ["files over tus", sendFolder],
] as const;

const importsOf = (project: Project) => db().import.findMany({ where: { replacesId: project.id }, select: { id: true } });

describe("a token of the scope publish", () => {
  it.each(ways.slice(0, 2))("replaces the map of its project by %s, and follows the progress", async (_name, send) => {
    const { headers, own: project } = await publisher();
    const answer = await send(headers, { projectId: project.id });
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining(project.safeName)]);
    for (const { id } of await importsOf(project)) expect(await work(id)).toBe("complete");
    expect(await shownPage(project)).toBe(PAGE);
    const progress = await product.ask(`/extraction-progress/${project.safeName}`, { headers });
    expect(JSON.parse(progress.body)).toMatchObject({ status: "complete", projectId: project.id });
  });

  it.each(ways)("is refused when it sends %s to another project", async (_name, send) => {
    const { headers, other: project } = await publisher();
    const answer = await send(headers, { projectId: project.id });
    expect([answer.status, answer.body]).toEqual([403, expect.stringContaining("This API token is for other projects.")]);
    expect(await importsOf(project)).toEqual([]);
  });

  it.each(ways)("gets the same refusal for a missing project, when it sends %s", async (_name, send) => {
    const { headers } = await publisher();
    const answer = await send(headers, { projectId: randomUUID() });
    expect([answer.status, answer.body]).toEqual([403, expect.stringContaining("This API token is for other projects.")]);
  });

  it.each(ways)("is refused when it creates a project from %s", async (_name, send) => {
    const { headers } = await publisher();
    const projectName = `New ${randomUUID()}`;
    const answer = await send(headers, { projectName });
    expect([answer.status, answer.body]).toEqual([403, expect.stringContaining("This API token can't create projects.")]);
    expect(await db().import.count({ where: { projectName } })).toBe(0);
  });

  it("sees its own projects only", async () => {
    const { headers, own: project } = await publisher();
    const { projects, total } = JSON.parse((await product.ask("/api/project/all", { headers })).body) as {
      projects: { _id: string }[];
      total: number;
    };
    expect([projects.map(({ _id }) => _id), total]).toEqual([[project.id], 1]);
  });

  it("is of no use to an account that is no admin any more", async () => {
    const { account } = await signedIn("admin");
    const project = await createProject(null);
    const { token } = await createApiToken(account.id, "publish", [project.id]);
    await db().account.update({ where: { id: account.id }, data: { role: "user" } });
    expect((await direct({ authorization: `Bearer ${token}` }, { projectId: project.id })).status).toBe(403);
  });
});

describe("a token of the scope read", () => {
  it("changes nothing, and says why", async () => {
    const headers = await tokenOf("read");
    const project = await createProject(null);
    const answer = await product.ask(`/api/project/delete/${project.id}`, { method: "DELETE", headers });
    expect([answer.status, answer.body]).toEqual([403, expect.stringContaining("This API token can only read.")]);
    expect(await db().project.count({ where: { id: project.id, trashedAt: null } })).toBe(1);
  });

  it("of a user opens the maps of that user only, until it is revoked", async () => {
    const user = await signedIn("user");
    const [{ project }, { project: foreign }] = [await publishMap({ "index.html": PAGE }), await publishMap({ "index.html": PAGE })];
    await db().assignment.create({ data: { projectId: project.id, accountId: user.account.id } });
    const headers = await tokenOf("read", user);
    expect((await product.ask(`/projects/maps/${foreign.safeName}/`, { headers })).status).toBe(404);
    const { headers: redirect } = await product.ask(`/projects/maps/${project.safeName}/`, { headers });
    const { pathname, search } = new URL(redirect.location ?? "");
    const opened = await product.ask(`${pathname}${search}`, { on: "maps" });
    const cookie = opened.headers["set-cookie"]?.map((one) => one.split(";")[0]).join("; ") ?? "";
    const page = () => product.ask(`/projects/maps/${project.safeName}/index.html`, { on: "maps", headers: { cookie } });
    expect((await page()).body).toBe(PAGE);
    await db().apiToken.deleteMany({ where: { accountId: user.account.id } });
    await expect.poll(async () => (await page()).status, { timeout: 10_000 }).not.toBe(200);
  });
});

describe("a token of the scope everything", () => {
  it.each([
    ["POST", "/api/auth/tokens", { name: "More", scope: "everything", expiresInDays: 365 }],
    ["GET", "/api/auth/tokens", undefined],
    ["DELETE", `/api/auth/tokens/${randomUUID()}`, undefined],
    ["GET", "/api/superadmin/api-tokens", undefined],
    ["POST", "/api/superadmin/change-password", { oldPassword: "x", newPassword: "another long pass phrase" }],
    ["GET", "/api/auth/sessions", undefined],
    ["DELETE", "/api/auth/sessions", undefined],
    ["POST", "/api/auth/refresh", undefined],
    ["POST", "/api/auth/logout", undefined],
  ])("needs a session for %s %s", async (method, path, body) => {
    const superadmin = await signedIn("superadmin");
    const headers = await tokenOf("everything", superadmin);
    const answer = await product.ask(path, { method, headers, body });
    expect([answer.status, answer.body]).toEqual([403, expect.stringContaining("An API token can't do this. Sign in instead.")]);
    expect(await db().session.count({ where: { accountId: superadmin.account.id } })).toBe(1);
    expect(await db().apiToken.count({ where: { accountId: superadmin.account.id } })).toBe(1);
  });

  it.each(["user", "admin"] as const)("of the role %s gets no more than the account", async (role) => {
    const headers = await tokenOf("everything", await signedIn(role));
    const status = async (path: string) => (await product.ask(path, { headers })).status;
    expect([await status("/api/user/all"), await status("/api/audit")]).toEqual([role === "admin" ? 200 : 403, 403]);
  });

  it("needs no page of the application for its writes, as every bearer", async () => {
    const headers = { ...(await tokenOf("everything")), "sec-fetch-site": "cross-site" };
    const projectName = `New ${randomUUID()}`;
    expect((await direct(headers, { projectName })).status).toBe(200);
  });
});
