import { randomUUID } from "node:crypto";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import { newAuthenticator, sealSecret } from "@/lib/accounts/second-factors/codes";
import { newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { codeOf, wrongCode } from "../../setup/authenticator-app";
import { createAccount, createProject } from "../../setup/fixtures";
import { signedIn, signInAs } from "../../setup/signed-in";
import { commandLine } from "./command-line";
import { resultOf } from "./run-client";

const PASSWORD = "a long enough password";
const cli = commandLine();
let site: string;

beforeAll(async () => {
  site = path.join(cli.machine.folder, "site");
  await mkdir(site);
  await writeFile(path.join(site, "index.html"), "1");
});

const token = () => ({ SEA_VISION_SERVER: cli.server.origin, SEA_VISION_TOKEN: cli.admin.token });
const push = (name: string, ...more: string[]) => ["push", site, "--project", name, "--json", ...more];

async function adminWithPassword() {
  const account = await createAccount("admin", { passwordHash: await hashPassword(PASSWORD) });
  return { account, environment: { SEA_VISION_SERVER: cli.server.origin, SEA_VISION_EMAIL: account.email } };
}

it.each([
  ["no project", ["push", "."]],
  ["an unknown option", ["push", ".", "--project", "A", "--force"]],
  ["an impossible name", ["push", ".", "--project", "…"]],
  ["no server", ["push", ".", "--project", "A"]],
  ["an invalid server address", ["list", "--server", "ftp://example.com"]],
])("the client exits with 2 for %s", async (_, parameters) => {
  expect((await cli.machine.run(parameters)).code).toBe(2);
});

it("the client signs in with a password from the environment or from standard input", async () => {
  const { environment } = await adminWithPassword();
  const given = await cli.machine.run(push("By environment"), { ...environment, SEA_VISION_PASSWORD: PASSWORD });
  expect(resultOf(given)).toMatchObject({ ok: true, status: "published" });
  const piped = await cli.machine.run(push("By input", "--password-stdin"), environment, `${PASSWORD}\n`);
  expect(resultOf(piped)).toMatchObject({ ok: true, status: "published" });
});

it("the client needs the code of an account with two-step verification, which it can't ask for without a terminal", async () => {
  const { account, environment } = await adminWithPassword();
  const { secret } = newAuthenticator(account.email);
  const data = { accountId: account.id, secret: sealSecret(secret, account.id), confirmedAt: new Date() };
  await db().authenticator.create({ data });
  const given = { ...environment, SEA_VISION_PASSWORD: PASSWORD };
  const without = await cli.machine.run(["status", "--json"], given);
  expect([without.code, resultOf(without)]).toMatchObject([3, { error: expect.stringContaining("API token") }]);
  const wrong = await cli.machine.run(["status", "--json", "--code", wrongCode(secret)], given);
  expect([wrong.code, resultOf(wrong)]).toMatchObject([3, { error: "This code is wrong or was used before." }]);
  expect((await cli.machine.run(["status"], { ...given, SEA_VISION_CODE: codeOf(secret) })).code).toBe(0);
  expect((await cli.machine.run(["status", "--code", codeOf(secret, 1)], given)).code).toBe(0);
});

it("the client exits with 3 without a sign-in, with a wrong password and after the session has ended", async () => {
  const { account, environment } = await adminWithPassword();
  const anonymous = await cli.machine.run(push("A"), { SEA_VISION_SERVER: cli.server.origin });
  expect([anonymous.code, anonymous.seen]).toEqual([3, expect.stringContaining("sea-vision login")]);
  const wrong = await cli.machine.run(push("A"), { ...environment, SEA_VISION_PASSWORD: "not this one" });
  expect([wrong.code, resultOf(wrong)]).toEqual([3, { ok: false, error: "Invalid credentials.", exitCode: 3 }]);
  const ended = await signInAs(account, new Date(Date.now() - 1_000));
  const late = await cli.machine.run(push("A"), { SEA_VISION_SERVER: cli.server.origin, SEA_VISION_TOKEN: ended.token });
  expect([late.code, late.seen]).toEqual([3, expect.stringContaining("The session has ended")]);
});

it("the client exits with 4 for a user who may not publish", async () => {
  const user = await signedIn("user");
  const ended = await cli.machine.run(push("Not mine"), { SEA_VISION_SERVER: cli.server.origin, SEA_VISION_TOKEN: user.token });
  expect(ended.code).toBe(4);
  expect(await db().project.findFirst({ where: { name: "Not mine" } })).toBeNull();
});

it("the client exits with 4 and reports a wrong server when the server has no sign-in, like the origin of the maps", async () => {
  const maps = createServer((_request, response) => response.writeHead(405).end("Method not allowed"));
  await new Promise<void>((resolve) => maps.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(maps.address() as AddressInfo).port}`;
  const settings = { SEA_VISION_SERVER: origin, SEA_VISION_EMAIL: "admin@example.com", SEA_VISION_PASSWORD: PASSWORD };
  const { code, seen } = await cli.machine.run(push("Wrong server"), settings);
  expect([code, seen]).toEqual([4, expect.stringContaining(`Users can't sign in at ${origin}.`)]);
  maps.close();
  maps.closeAllConnections();
});

it("the client exits with 5 when the server can't be reached", async () => {
  const ended = await cli.machine.run(push("A", "--patience", "0", "--server", "http://127.0.0.1:9"), {
    SEA_VISION_TOKEN: cli.admin.token,
  });
  expect([ended.code, ended.seen]).toEqual([5, expect.stringContaining("cannot be reached")]);
});

it("the client exits with 6 for a missing folder, an empty folder and a file that is not a ZIP", async () => {
  const empty = path.join(cli.machine.folder, "empty");
  await mkdir(empty);
  const text = path.join(cli.machine.folder, "map.txt");
  await writeFile(text, "no ZIP");
  for (const source of ["nowhere", empty, text]) expect((await cli.machine.run(["push", source, "--project", "A"], token())).code).toBe(6);
});

it("push finds a project by name in any case and refuses the address of another project", async () => {
  const name = `Old ${randomUUID().slice(0, 8)}`;
  const { id, safeName } = await createProject(cli.admin.account.id, { name });
  expect(resultOf(await cli.machine.run(push(name.toUpperCase()), token()))).toMatchObject({ result: "replaced", project: name });
  expect(await db().project.findUniqueOrThrow({ where: { id } })).toMatchObject({ currentTreeId: expect.anything() });
  const other = await cli.machine.run(push(name.replace(" ", "-")), token());
  expect([other.code, other.seen]).toEqual([4, expect.stringContaining(`the address ${safeName} already`)]);
});

it("push refuses a name that an unfinished upload of another account holds, before it sends a byte", async () => {
  const name = `Reserved ${randomUUID().slice(0, 8)}`;
  const other = await createAccount("admin");
  const metadata = { newProjectName: name };
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db().upload.create({ data: { id: newBlobKey(), ownerId: other.id, length: 10, metadata, expiresAt } });
  const refused = await cli.machine.run(push(name), token());
  expect([refused.code, refused.seen]).toEqual([4, expect.stringContaining("Please choose a different name.")]);
  expect(await db().upload.count({ where: { ownerId: cli.admin.account.id, metadata: { path: ["newProjectName"], equals: name } } })).toBe(
    0,
  );
});

it("the client exits with 4 and changes nothing when another client has changed the map during the push", async () => {
  const name = `Shared ${randomUUID().slice(0, 8)}`;
  await cli.machine.run(push(name), token());
  const project = await db().project.findFirstOrThrow({ where: { name } });
  await writeFile(path.join(site, "index.html"), "mine".repeat(512 * 1024));
  cli.line.holdAfter(1024 * 1024);
  const { ended } = cli.machine.start(push(name), { ...token(), SEA_VISION_SERVER: cli.line.origin });
  await cli.line.held();
  await db().tree.update({ where: { id: project.currentTreeId ?? 0n }, data: { revision: { increment: 1 } } });
  cli.line.release();
  const refused = await ended;
  expect([refused.code, resultOf(refused).error]).toEqual([4, "The map was changed meanwhile. Please compare the folder again."]);
  expect((await db().project.findFirstOrThrow({ where: { name } })).currentTreeId).toBe(project.currentTreeId);
  expect(resultOf(await cli.machine.run(push(name), token()))).toMatchObject({ result: "replaced", changed: 1 });
});

it("push assigns users, sets the description and rejects unknown users before it uploads", async () => {
  const user = await createAccount("user");
  const other = await createProject(cli.admin.account.id);
  await db().assignment.create({ data: { projectId: other.id, accountId: user.id } });
  const unknown = await cli.machine.run(push("Assigned", "--assign", "unknown@example.com"), token());
  expect([unknown.code, unknown.seen]).toEqual([4, expect.stringContaining("unknown@example.com")]);
  expect(await db().project.findFirst({ where: { name: "Assigned" } })).toBeNull();
  expect(resultOf(await cli.machine.run(push("Assigned", "--assign", user.email), token()))).toMatchObject({ assigned: [user.email] });
  expect(await db().assignment.count({ where: { accountId: user.id } })).toBe(2);
  await cli.machine.run(push("Assigned", "--description", "Berths"), token());
  expect(await db().project.findFirstOrThrow({ where: { name: "Assigned" } })).toMatchObject({ description: "Berths" });
});

it("login stores the session in a file with mode 0600 until logout", async () => {
  const { account, environment } = await adminWithPassword();
  const { ended } = cli.machine.start(["login", "--password-stdin", "--json"], environment, PASSWORD);
  expect(resultOf(await ended)).toMatchObject({ ok: true, email: account.email });
  const file = path.join(cli.machine.folder, "config/sea-vision/logins.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  // Without --server, the client uses the only known server.
  expect(resultOf(await cli.machine.run(["status", "--json"]))).toMatchObject({ email: account.email, server: cli.server.origin });
  expect(resultOf(await cli.machine.run(push("By login")))).toMatchObject({ status: "published" });
  const listed = resultOf(await cli.machine.run(["list", "by log", "--json"]));
  expect(listed).toMatchObject({ projects: [{ name: "By login", status: "online" }] });
  await cli.machine.run(["logout"], { SEA_VISION_SERVER: cli.server.origin });
  expect(await db().session.count({ where: { accountId: account.id } })).toBe(0);
  expect((await cli.machine.run(["status"], { SEA_VISION_SERVER: cli.server.origin })).code).toBe(3);
});
