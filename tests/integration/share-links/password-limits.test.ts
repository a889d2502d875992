import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { noticeEmail } from "@/lib/accounts/notices/jobs";
import { noticeSchema } from "@/lib/accounts/notices/schema";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type MapServers, startMapServers } from "../maps/map-server";
import { newLink, submitPassword } from "./share-calls";

const PASSWORD = "open the harbour";
const VISITOR = "198.51.100.7";

let servers: MapServers;

beforeAll(async () => {
  servers = await startMapServers();
  vi.spyOn(env(), "isProxy").mockImplementation((_address, hop) => hop === 0);
});
afterAll(() => servers.close());

/** Creates a link to a map of another site. @returns a function that sends a password from an address, and returns the status */
async function lockableLink(creator: SignedIn) {
  const { name, id } = await createProject(null, { mapUrl: "https://charts.example/" });
  const { path } = await newLink(creator, id, { password: PASSWORD, label: "Press" });
  const enter = async (address: string, password = "wrong") =>
    (await submitPassword(servers, path, password, { headers: { "x-forwarded-for": address } })).status;
  return { name, enter };
}

/** Sends the 100 wrong passwords that a link accepts within an hour, from ten networks. */
async function lock(enter: (address: string) => Promise<number>): Promise<void> {
  const addresses = Array.from({ length: 100 }, (_, attempt) => `192.0.2.${attempt % 10}`);
  expect(new Set(await Promise.all(addresses.map(enter)))).toEqual(new Set([403]));
}

describe("wrong passwords from many networks", () => {
  it("lock a share link only for networks that have not opened it before", async () => {
    const { enter } = await lockableLink(await signedIn("admin"));
    expect(await enter(VISITOR, PASSWORD)).toBe(302);
    await lock(enter);
    expect(await enter("203.0.113.1", PASSWORD)).toBe(429);
    expect(await enter(VISITOR, PASSWORD)).toBe(302);
    const tries: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) tries.push(await enter(VISITOR));
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
  });

  it("mail the creator of the link once, when they lock it", async () => {
    const creator = await signedIn("admin");
    const { id: accountId } = creator.account;
    const { name, enter } = await lockableLink(creator);
    await lock(enter);
    await enter("203.0.113.1");
    const notices = await db().accountNotice.findMany({ where: { accountId } });
    expect(notices).toHaveLength(1);
    const mail = noticeEmail(creator.account, noticeSchema.parse(notices[0]?.notice), "https://sea.example", "Sea-Vision");
    expect(mail.opening[0]).toBe(`Your share link Press to the map ${name} got many wrong passwords.`);
  });

  it("mail nothing to a creator who is no longer an admin", async () => {
    const former = await signedIn("admin");
    const { enter } = await lockableLink(former);
    await db().account.update({ where: { id: former.account.id }, data: { role: "user" } });
    await lock(enter);
    expect(await db().accountNotice.count({ where: { accountId: former.account.id } })).toBe(0);
  });
});
