import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { Project } from "@/lib/generated/prisma/client";
import { createProject } from "../../setup/fixtures";
import { askForCode, codeOf, enterCode, mailsTo, newNetwork, outbox } from "./guest-calls";

let project: Project;

beforeAll(async () => {
  project = await createProject(null, { name: `Fairway ${randomUUID()}` });
});
afterEach(() => rm(outbox, { recursive: true, force: true }));
afterAll(() => db().guestEntry.deleteMany({ where: { projectId: project.id } }));

/** Admits a new address to the project. */
async function newGuest(): Promise<string> {
  const address = `guest-${randomUUID()}@fjord.example`;
  await db().guestEntry.create({ data: { projectId: project.id, address } });
  return address;
}

/** Requests a code for an admitted address. */
async function newCode(email?: string): Promise<{ email: string; request: string; code: string }> {
  const address = email ?? (await newGuest());
  const { request } = (await askForCode(project.safeName, address)).body;
  const code = await codeOf(request, address);
  if (!code) throw new Error("There is no mail with a code.");
  return { email: address, request, code };
}

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const WRONG = { status: 400, body: { fields: { code: "This code is wrong or no longer valid." } } };

describe("a request for a code", () => {
  it("has the same answer for admitted, unknown and former addresses, and for missing projects", async () => {
    const [admitted, former] = [await newGuest(), await newGuest()];
    await db().guestEntry.updateMany({ where: { address: former }, data: { expiresAt: new Date(0) } });
    const asked = [
      await askForCode(project.safeName, admitted),
      await askForCode(project.safeName, "unknown@fjord.example"),
      await askForCode(project.safeName, former),
      await askForCode("no-such-project", admitted),
      await askForCode("No such project!", admitted),
    ];
    for (const { status, body, cookies } of asked) {
      expect({ status, cookies, ...body }).toEqual({
        status: 200,
        cookies: [],
        message: "If this address is admitted, a code is on its way",
        request: expect.stringMatching(/^[\da-f-]{36}$/),
      });
    }
    for (const { body } of asked) await codeOf(body.request, admitted);
    expect([(await mailsTo(admitted)).length, (await mailsTo("unknown@fjord.example")).length, (await mailsTo(former)).length]).toEqual([
      1, 0, 0,
    ]);
  });

  it("sends a mail with the name of the map and a link to the guest page", async () => {
    const { email, request, code } = await newCode();
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe(`${code} is your code for the map ${project.name}`);
    expect(mail?.text).toContain(`http://localhost:3000/guest/${project.safeName}?request=${request}`);
    expect(await db().guestCode.findUniqueOrThrow({ where: { id: request } })).toMatchObject({ dueAt: null });
    expect(JSON.stringify(await db().guestCode.findUnique({ where: { id: request } }))).not.toContain(code);
  });

  it("lower-cases the address, and admits every address of a domain, but not of its subdomains", async () => {
    await db().guestEntry.create({ data: { projectId: project.id, address: "@harbour.example" } });
    const asked = async (email: string) => {
      const { request } = (await askForCode(project.safeName, email)).body;
      return (await codeOf(request, email.trim().toLowerCase())) !== undefined;
    };
    expect([
      await asked(" Ada@Harbour.EXAMPLE "),
      await asked("ada@sub.harbour.example"),
      await asked("ada@notharbour.example"),
      await asked("harbour.example@other.example"),
    ]).toEqual([true, false, false, false]);
  });

  it("is limited by address and network, and by neither for others", async () => {
    const [email, network] = [await newGuest(), newNetwork()];
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await askForCode(project.safeName, email, network)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await askForCode(project.safeName, await newGuest(), network)).status).toBe(200);
    for (let index = 0; index < 5; index += 1) expect((await askForCode(project.safeName, email)).status).toBe(200);
    expect((await askForCode(project.safeName, email)).status).toBe(429);
  });

  it("returns 409 with the reason without a mail server", async () => {
    const { deliversMail } = env();
    Object.assign(env(), { deliversMail: false });
    try {
      expect(await askForCode(project.safeName, await newGuest())).toMatchObject({
        status: 409,
        body: { message: "Guests can't be admitted, because this server has no mail server to send codes (SMTP_URL is not set)." },
      });
    } finally {
      Object.assign(env(), { deliversMail });
    }
  });
});

describe("a code", () => {
  it("opens a session of a day, once, which the audit trail names by address", async () => {
    const { email, request, code } = await newCode();
    const opened = await enterCode(request, ` ${code.slice(0, 3)} ${code.slice(3)} `, "192.0.2.44");
    expect(opened).toMatchObject({ status: 200, body: { path: `/projects/maps/${project.safeName}/` } });
    expect(opened.cookies).toEqual([expect.stringMatching(/^sea-vision\.guest\.[\w.-]+=[\w-]{43}; .*HttpOnly.*SameSite=Lax/)]);
    const session = await db().guestSession.findFirstOrThrow({ where: { email } });
    expect((session.expiresAt.getTime() - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    const [event] = await db().auditEvent.findMany({ where: { action: "guest.signed-in", actorEmail: email } });
    expect(event).toMatchObject({
      actorId: null,
      targetId: project.id,
      address: "192.0.2.44",
      credential: { kind: "guest", _id: session.id },
    });
    expect(await enterCode(request, code)).toMatchObject(WRONG);
  });

  it("is not accepted after ten minutes", async () => {
    const { request, code } = await newCode();
    const { expiresAt } = await db().guestCode.findUniqueOrThrow({ where: { id: request } });
    expect(((expiresAt?.getTime() ?? 0) - Date.now()) / 60_000).toBeCloseTo(10, 1);
    await db().guestCode.update({ where: { id: request }, data: { expiresAt: new Date() } });
    expect(await enterCode(request, code)).toMatchObject(WRONG);
  });

  it("is not accepted after five wrong ones", async () => {
    const { request, code } = await newCode();
    for (let index = 0; index < 5; index += 1) expect(await enterCode(request, wrongFor(code))).toMatchObject(WRONG);
    expect(await enterCode(request, code)).toMatchObject(WRONG);
  });

  it("opens one session when it is entered twice at once", async () => {
    const { email, request, code } = await newCode();
    const answers = await Promise.all([enterCode(request, code), enterCode(request, code), enterCode(request, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await db().guestSession.count({ where: { email } })).toBe(1);
  });

  it("is of one request, and is not accepted for another", async () => {
    const [first, second] = [await newCode(), await newCode()];
    if (first.code !== second.code) expect(await enterCode(second.request, first.code)).toMatchObject(WRONG);
    expect(await enterCode(randomUUID(), first.code)).toMatchObject(WRONG);
  });

  it("is not accepted once the entry is gone", async () => {
    const { email, request, code } = await newCode();
    await db().guestEntry.deleteMany({ where: { address: email } });
    expect(await enterCode(request, code)).toMatchObject(WRONG);
  });

  it("can be guessed 20 times an hour from one network", async () => {
    const network = newNetwork();
    const statuses = new Set<number>();
    for (let index = 0; index < 20; index += 1) statuses.add((await enterCode(randomUUID(), "000000", network)).status);
    expect([...statuses]).toEqual([400]);
    expect((await enterCode(randomUUID(), "000000", network)).status).toBe(429);
  });

  it("is refused from every network after 100 wrong ones for the project within an hour", async () => {
    const { safeName } = await createProject(null);
    const { request } = (await askForCode(safeName, "unknown@fjord.example")).body;
    for (let index = 0; index < 100; index += 1) expect((await enterCode(request, "000000")).status).toBe(400);
    expect((await enterCode(request, "000000")).status).toBe(429);
  });
});
