import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import type { Duplex } from "node:stream";
import { expect, it } from "vitest";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import { newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { createAccount } from "../../setup/fixtures";
import { signedIn } from "../../setup/signed-in";
import { filesOfTree } from "../folder-imports/published-files";
import { commandLine } from "./command-line";
import { resultOf } from "./run-client";

const MEBIBYTE = 1024 * 1024;
const cli = commandLine();
let names = 0;

async function newSite() {
  names += 1;
  const top = path.join(cli.machine.folder, `way-${names}`);
  await mkdir(top);
  for (const name of ["a", "b", "c", "d"]) await writeFile(path.join(top, `${name}.bin`), randomBytes(6 * MEBIBYTE));
  await writeFile(path.join(top, "index.html"), "1");
  return { top, name: `Way ${names}`, push: ["push", top, "--project", `Way ${names}`, "--json"] };
}

async function fileOf(name: string, file: string): Promise<string | undefined> {
  const { currentTreeId } = await db().project.findFirstOrThrow({ where: { name } });
  return (await filesOfTree(currentTreeId ?? 0n))[file];
}

it("push scans the folder again when a file changes during the upload", async () => {
  const { top, name, push } = await newSite();
  cli.line.holdAfter(2 * MEBIBYTE);
  const { ended } = cli.machine.start(push, cli.environment());
  await cli.line.held();
  // No file is fully read yet, because three files upload at a time in chunks.
  for (const file of ["a", "b", "c", "d"]) await writeFile(path.join(top, `${file}.bin`), `${file} is another`);
  cli.line.release();
  const result = await ended;
  expect(result.seen).toMatch(/\.bin was changed while it was read\. Looking at the folder again/);
  expect(resultOf(result)).toMatchObject({ result: "created", status: "published" });
  expect([await fileOf(name, "a.bin"), await fileOf(name, "d.bin")]).toEqual(["a is another", "d is another"]);
});

it("push starts again when the server has deleted the earlier uploads", async () => {
  const { name, push } = await newSite();
  cli.line.holdAfter(10 * MEBIBYTE);
  const { process: client, ended } = cli.machine.start(push, cli.environment());
  await cli.line.held();
  client.kill("SIGKILL");
  await ended;
  cli.line.cut();
  cli.line.release();
  // Simulates expiry: the client's upload URLs no longer exist.
  for (const { id } of await db().upload.findMany({ where: { ownerId: cli.admin.account.id } }))
    await db().upload.updateMany({ where: { id }, data: { id: newBlobKey() } });
  const again = await cli.machine.run(push, cli.environment());
  expect(again.seen).toContain("The server no longer has what was sent before.");
  expect(resultOf(again)).toMatchObject({ status: "published" });
  expect(await fileOf(name, "index.html")).toBe("1");
});

it("push signs in again with a password when the session ends during the upload, and fails with a token", async () => {
  const account = await createAccount("admin", { passwordHash: await hashPassword("a long enough password") });
  const byPassword = { SEA_VISION_SERVER: cli.line.origin, SEA_VISION_EMAIL: account.email, SEA_VISION_PASSWORD: "a long enough password" };
  for (const [signedInBy, accountId] of [
    [byPassword, account.id],
    [cli.environment(), cli.admin.account.id],
  ] as const) {
    const { push } = await newSite();
    cli.line.holdAfter(8 * MEBIBYTE);
    const { ended } = cli.machine.start(push, signedInBy);
    await cli.line.held();
    await db().session.deleteMany({ where: { accountId } });
    cli.line.release();
    const result = await ended;
    if (accountId === account.id) expect(resultOf(result)).toMatchObject({ status: "published" });
    else expect([result.code, result.seen]).toEqual([3, expect.stringContaining("The session has ended")]);
  }
  cli.admin = await signedIn("admin");
});

it("push refuses to run while another push of the same folder runs", async () => {
  const { push } = await newSite();
  cli.line.holdAfter(8 * MEBIBYTE);
  const { ended } = cli.machine.start(push, cli.environment());
  await cli.line.held();
  const second = await cli.machine.run(push, { ...cli.environment(), SEA_VISION_SERVER: cli.line.origin });
  cli.line.release();
  expect(resultOf(await ended)).toMatchObject({ status: "published" });
  expect([second.code, second.seen]).toEqual([1, expect.stringMatching(/already, by process \d+/)]);
});

it("push works through an HTTP proxy", async () => {
  const { push } = await newSite();
  const seen: string[] = [];
  const proxy = createServer().on("connect", ({ url = "" }: IncomingMessage, client: Duplex) => {
    seen.push(url);
    const { port } = new URL(cli.server.origin);
    const onward = connect(Number(port), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(client).pipe(onward);
    });
    for (const end of [client, onward]) end.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // Only the proxy can resolve this name.
  const ended = await cli.machine.run(push, {
    SEA_VISION_TOKEN: cli.admin.token,
    SEA_VISION_SERVER: "http://maps.invalid",
    HTTP_PROXY: address,
  });
  expect(resultOf(ended)).toMatchObject({ status: "published" });
  expect(new Set(seen)).toEqual(new Set(["maps.invalid:80"]));
  proxy.close();
  proxy.closeAllConnections();
});
