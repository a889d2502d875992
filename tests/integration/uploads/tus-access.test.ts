import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionCookieName } from "@/lib/accounts/sessions/cookie";
import { newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { findCompleteUpload } from "@/lib/imports/uploads/data";
import { actorOf, type SignedIn, signedIn, signInAs } from "../../setup/signed-in";
import { type Answer, create, idOf, OFFSET_BODY, patch, send, sizeOf, startUploadServer, type UploadServer } from "./upload-server";

let server: UploadServer;
let people: Record<"owner" | "admin" | "superadmin" | "user" | "ended", SignedIn>;
/** The owner's upload: 10 of 100 bytes received. */
let upload: string;
let missing: string;

beforeAll(async () => {
  server = await startUploadServer();
  const [owner, admin, superadmin, user, ended] = await Promise.all(
    (["admin", "admin", "superadmin", "user", "admin"] as const).map((role) => signedIn(role)),
  );
  people = { owner, admin, superadmin, user, ended } as typeof people;
  upload = await create(server, people.owner, 100);
  await patch(upload, people.owner, 0, randomBytes(10));
  missing = `${server.endpoint}${newBlobKey()}`;
  await db().session.delete({ where: { id: people.ended.session.id } });
});
afterAll(() => server.close());

type Person = keyof typeof people | "anonymous" | "forged";

function headersOf(person: Person): Record<string, string> {
  if (person === "anonymous") return {};
  if (person === "forged") return { Authorization: `Bearer ${people.owner.token.slice(0, -4)}AAAA` };
  return people[person].bearer;
}

function call(method: string, url: string, headers: Record<string, string>): Promise<Answer> {
  if (method === "POST") return send(server.endpoint, method, { ...headers, "Upload-Length": "10" });
  if (method === "PATCH") return send(url, method, { ...headers, ...OFFSET_BODY, "Upload-Offset": "10" }, randomBytes(1));
  return send(url, method, headers);
}

describe("access to an upload", () => {
  it.each<[Person, string, number, number]>([
    // person, method, on the owner's upload, on one that does not exist
    ["admin", "HEAD", 404, 404],
    ["admin", "PATCH", 404, 404],
    ["admin", "DELETE", 404, 404],
    ["superadmin", "HEAD", 404, 404],
    ["superadmin", "PATCH", 404, 404],
    ["superadmin", "DELETE", 404, 404],
    ["user", "POST", 403, 403],
    ["user", "HEAD", 403, 403],
    ["user", "PATCH", 403, 403],
    ["user", "DELETE", 403, 403],
    ["anonymous", "HEAD", 401, 401],
    ["anonymous", "POST", 401, 401],
    ["anonymous", "PATCH", 401, 401],
    ["anonymous", "DELETE", 401, 401],
    ["ended", "HEAD", 401, 401],
    ["ended", "POST", 401, 401],
    ["ended", "PATCH", 401, 401],
    ["ended", "DELETE", 401, 401],
    ["forged", "HEAD", 401, 401],
    ["forged", "POST", 401, 401],
    ["forged", "PATCH", 401, 401],
    ["forged", "DELETE", 401, 401],
    ["owner", "GET", 405, 405],
    ["anonymous", "GET", 405, 405],
  ])("as %s with %s returns %i, and %i for a missing upload", async (person, method, onUpload, onMissing) => {
    const [there, nothing] = await Promise.all([upload, missing].map((url) => call(method, url, headersOf(person))));
    expect([there?.status, nothing?.status]).toEqual([onUpload, onMissing]);
    expect(there?.body).toBe(nothing?.body);
    expect(Object.keys(there?.headers ?? {}).sort()).toEqual(Object.keys(nothing?.headers ?? {}).sort());
    expect(there?.headers["upload-offset"]).toBeUndefined();
    // Without this header, clients take an answer for one of a proxy.
    expect(there?.headers["tus-resumable"]).toBe("1.0.0");
  });

  it("is refused without any change to the upload", async () => {
    expect(await sizeOf(upload, people.owner)).toBe(10);
    expect((await send(upload, "HEAD", people.owner.bearer)).headers["upload-offset"]).toBe("10");
  });

  it("is granted to a superadmin for its own uploads", async () => {
    const own = await create(server, people.superadmin, 1);
    expect((await patch(own, people.superadmin, 0, randomBytes(1))).status).toBe(204);
  });

  it("is refused to other users for a finished upload, as if it did not exist", async () => {
    const done = await create(server, people.owner, 1);
    await patch(done, people.owner, 0, randomBytes(1));
    expect(await findCompleteUpload(actorOf(people.owner), idOf(done))).not.toBeNull();
    expect(await findCompleteUpload(actorOf(people.admin), idOf(done))).toBeNull();
    for (const id of [newBlobKey(), "", "../x", idOf(upload)]) expect(await findCompleteUpload(actorOf(people.owner), id)).toBeNull();
  });

  it("is refused to an admin who has become a plain user", async () => {
    const demoted = await signedIn("admin");
    const url = await create(server, demoted, 10);
    await db().account.update({ where: { id: demoted.account.id }, data: { role: "user" } });
    // Its tokens name the role admin: none of them is valid any more.
    expect((await patch(url, demoted, 0, randomBytes(1))).status).toBe(401);
  });
});

describe("a session that ends during an upload", () => {
  it("loses no bytes: the upload continues after any sign-in of its owner", async () => {
    const before = await signedIn("admin");
    const bytes = Buffer.from("0123456789");
    const url = await create(server, before, bytes.length);
    await patch(url, before, 0, bytes.subarray(0, 4));
    await db().session.delete({ where: { id: before.session.id } });
    expect((await patch(url, before, 4, bytes.subarray(4))).status).toBe(401);
    expect((await send(url, "HEAD", before.bearer)).status).toBe(401);
    const after = await signInAs(before.account);
    expect((await send(url, "HEAD", after.bearer)).headers["upload-offset"]).toBe("4");
    expect((await patch(url, after, 4, bytes.subarray(4))).status).toBe(204);
    expect(await findCompleteUpload(actorOf(after), idOf(url))).toMatchObject({ size: bytes.length });
  });
});

describe("a request that names the account that began the upload", () => {
  const began = () => ({ "Account-Id": people.owner.account.id });

  it.each(["admin", "superadmin", "user"] as const)("returns 401 while an account of the role %s is signed in", async (person) => {
    const before = await db().upload.count();
    const headers = { ...headersOf(person), ...began() };
    for (const method of ["HEAD", "PATCH", "POST", "DELETE"]) expect((await call(method, upload, headers)).status).toBe(401);
    const { body } = await call("POST", upload, headers);
    expect(JSON.parse(body)).toMatchObject({ message: "Another account is signed in. Sign in as the account that began this upload." });
    expect(await db().upload.count()).toBe(before);
    expect(await sizeOf(upload, people.owner)).toBe(10);
  });

  it("is answered as before for this account", async () => {
    expect(await send(upload, "HEAD", { ...people.owner.bearer, ...began() })).toMatchObject({ status: 200 });
  });
});

describe("a tus request with a browser's session cookie", () => {
  function cookie(): Record<string, string> {
    return { Cookie: `${sessionCookieName()}=${people.owner.token}` };
  }

  it.each<[string, () => Record<string, string>, number]>([
    ["from our own page", () => ({ "Sec-Fetch-Site": "same-origin" }), 201],
    ["from our own origin", () => ({ Origin: env().appOrigin }), 201],
    ["from the origin of the maps", () => ({ Origin: env().mapsOrigin, "Sec-Fetch-Site": "same-site" }), 403],
    ["from another site", () => ({ Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }), 403],
    ["from nowhere", () => ({}), 403],
  ])("is checked for its origin when it comes %s", async (_where, headers, status) => {
    const answer = await send(server.endpoint, "POST", { ...cookie(), ...headers(), "Upload-Length": "10" });
    expect(answer.status).toBe(status);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("reads the offset without proof of its origin", async () => {
    expect((await send(upload, "HEAD", cookie())).status).toBe(200);
  });
});
