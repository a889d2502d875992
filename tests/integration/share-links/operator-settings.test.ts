import { afterEach, beforeAll, expect, it } from "vitest";
import { env } from "@/lib/env";
import { findSharedMap } from "@/lib/projects/share-links/data";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { newLink, shareCallsOf } from "./share-calls";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const before = { ...env().shareLinks };

let admin: SignedIn;
beforeAll(async () => {
  admin = await signedIn("admin");
});
afterEach(() => void Object.assign(env().shareLinks, before));

it.each([
  ["a password", { needPassword: true }, { expiresAt: inDays(1) }, "password", { password: "open the harbour" }],
  ["a last day", { needEnd: true }, { password: "open the harbour" }, "expiresAt", { expiresAt: inDays(400) }],
  ["an end within 30 days", { needEnd: true, mostDays: 30 }, { expiresAt: inDays(32) }, "expiresAt", { expiresAt: inDays(30) }],
])("an operator can demand %s of new links", async (_, policy, given, field, right) => {
  Object.assign(env().shareLinks, policy);
  const calls = shareCallsOf(admin);
  const { id: projectId } = await createProject(null);
  const { status, body } = await calls.create({ projectId, ...given });
  expect([status, Object.keys((body as unknown as { fields: object }).fields)]).toEqual([400, [field]]);
  expect((await calls.create({ projectId, ...right })).status).toBe(200);
});

it("an operator can turn share links off, also those that exist", async () => {
  const { id: projectId } = await createProject(null);
  const token = (await newLink(admin, projectId)).path.split("/").at(-1) ?? "";
  expect(await findSharedMap(token)).toMatchObject({ projectId });
  Object.assign(env().shareLinks, { areOn: false });
  expect(await findSharedMap(token)).toBeNull();
  expect(await shareCallsOf(admin).create({ projectId })).toMatchObject({
    status: 409,
    body: { message: "Share links are turned off on this server." },
  });
});
