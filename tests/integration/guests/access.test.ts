import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATCH as editGuests, GET as readGuests } from "@/app/api/groups/[id]/guests/route";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { expiredGuestSweep } from "@/lib/projects/guests/jobs";
import type { GroupGuests } from "@/lib/projects/guests/schema";
import type { MapViewer } from "@/lib/projects/stats/mutations";
import { assign, createGroupWith, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { type MapServers, navigation, pathOn, startMapServers, subresource } from "../maps/map-server";
import { type PublishedMap, publishAssets, publishMap } from "../maps/map-site";
import { eventsOf } from "../projects/calls";
import { redeem } from "../share-links/share-calls";
import { askForCode, changeAccess, codeOf, enterCode } from "./guest-calls";

const LATER = "2999-12-31T23:00:00.000Z";

const countView = vi.fn<(viewer: MapViewer) => void>();
let servers: MapServers;
let admin: SignedIn;
let map: PublishedMap;
let other: PublishedMap;
let base: string;

beforeAll(async () => {
  servers = await startMapServers({ countView });
  admin = await signedIn("admin");
  [map, other] = [await publishMap({ "index.html": "harbour", "tiles/0.png": "tile" }), await publishMap({ "index.html": "another" })];
  await publishAssets({ "logo.svg": "<svg/>" });
  base = `/projects/maps/${map.project.safeName}/`;
});
afterAll(() => servers.close());

const newAddress = () => `guest-${randomUUID()}@fjord.example`;
const admit = (address: string, expiresAt: string | null = null) =>
  changeAccess(admin, map.project.id, { guests: [{ address, expiresAt }] });

/** Signs a guest in. @returns the Cookie header for the application */
async function signIn(email: string, { project }: PublishedMap = map): Promise<string> {
  const { request } = (await askForCode(project.safeName, email)).body;
  const { cookies } = await enterCode(request, (await codeOf(request, email)) ?? "");
  return cookies[0]?.split(";")[0] ?? "";
}

const openAt = (target: string, cookie: string) => servers.askApp(target, { headers: { ...navigation, cookie } });

describe("the guests of a project", () => {
  it("are admitted with an end, changed and removed, each with an audit event", async () => {
    const { id } = await createProject(null);
    const change = (body: Parameters<typeof changeAccess>[2]) => changeAccess(admin, id, body);
    expect(
      await change({
        guests: [
          { address: " Ada@Fjord.EXAMPLE ", expiresAt: LATER },
          { address: "Harbour.example", expiresAt: null },
        ],
      }),
    ).toMatchObject({
      status: 200,
      body: {
        access: {
          guests: [
            { address: "@harbour.example", expiresAt: null },
            { address: "ada@fjord.example", expiresAt: LATER },
          ],
        },
      },
    });
    await change({
      guests: [
        { address: "ada@fjord.example", expiresAt: null },
        { address: "@harbour.example", expiresAt: null },
      ],
    });
    expect((await change({ withdrawGuests: ["harbour.example", "unknown@fjord.example"] })).body.access.guests).toMatchObject([
      { address: "ada@fjord.example", expiresAt: null },
    ]);
    const events = (await eventsOf(id)).map(({ action, actorEmail, details }) => [
      action,
      actorEmail,
      (details as { guest: string }).guest,
    ]);
    const by = admin.account.email;
    expect(events.sort()).toEqual([
      ["guest.admitted", by, "@harbour.example"],
      ["guest.admitted", by, "ada@fjord.example"],
      ["guest.end-changed", by, "ada@fjord.example"],
      ["guest.removed", by, "@harbour.example"],
    ]);
  });

  it.each([
    ["an invalid address", { guests: [{ address: "harbour", expiresAt: null }] }],
    ["an end in the past", { guests: [{ address: "ada@fjord.example", expiresAt: "2020-01-01T00:00:00Z" }] }],
    ["one address twice", { guests: [{ address: "fjord.example", expiresAt: null }], withdrawGuests: ["@FJORD.example"] }],
  ])("are not changed by %s", async (_, body) => {
    expect((await changeAccess(admin, map.project.id, body)).status).toBe(400);
  });

  it("are not admitted without a mail server, and can still be removed", async () => {
    const { deliversMail } = env();
    Object.assign(env(), { deliversMail: false });
    try {
      expect(await admit(newAddress())).toMatchObject({ status: 409, body: { fields: { guests: expect.stringContaining("SMTP_URL") } } });
      expect((await changeAccess(admin, map.project.id, { withdrawGuests: [newAddress()] })).status).toBe(200);
    } finally {
      Object.assign(env(), { deliversMail });
    }
  });
});

describe("a guest", () => {
  it("opens the map, its tiles and the shared assets, and is counted", async () => {
    const email = newAddress();
    await admit(email);
    const cookie = await signIn(email);
    const opened = await openAt(base, cookie);
    expect(pathOn("mapsOrigin", opened)).toMatch(/^\/projects\/maps\/[^/]+\/\?sea-vision-ticket=/);
    const pass = await redeem(servers, opened.headers.location);
    countView.mockClear();
    expect((await servers.ask(base, { headers: { ...navigation, cookie: pass } })).body.toString()).toBe("harbour");
    const { id } = await db().guestSession.findFirstOrThrow({ where: { email } });
    expect(countView.mock.calls).toMatchObject([[{ projectId: map.project.id, accountId: null, credentialId: id }]]);
    for (const file of [`${base}tiles/0.png`, "/projects/maps/assets/logo.svg"])
      expect((await servers.ask(file, { headers: { ...subresource, cookie: pass } })).status).toBe(200);
  });

  it("opens no other map, and no former version", async () => {
    const email = newAddress();
    await admit(email);
    const cookie = await signIn(email);
    const renamed = cookie.replace(map.project.safeName, other.project.safeName);
    for (const [target, sent] of [
      [`/projects/maps/${other.project.safeName}/`, cookie],
      [`/projects/maps/${other.project.safeName}/`, renamed],
      [`/projects/maps/${map.project.safeName}~${map.treeId}/`, cookie],
    ] as const)
      expect((await openAt(target, sent)).headers.location).toMatch(/^\/(login\?next=|guest\/)/);
  });

  it("is sent to the guest page when the session or the entry has ended", async () => {
    const page = `/guest/${map.project.safeName}`;
    const [email, late] = [newAddress(), newAddress()];
    await admit(email);
    await admit(late);
    const [cookie, lateCookie] = [await signIn(email), await signIn(late)];
    await changeAccess(admin, map.project.id, { withdrawGuests: [email] });
    expect((await openAt(base, cookie)).headers.location).toBe(page);
    await db().guestSession.updateMany({ where: { email: late }, data: { expiresAt: new Date(0) } });
    expect((await openAt(base, lateCookie)).headers.location).toBe(page);
    await expiredGuestSweep.run(new AbortController().signal);
    expect(await db().guestSession.count({ where: { email: late } })).toBe(0);
    expect((await openAt(base, lateCookie)).headers.location).toBe(page);
  });

  it("with an account opens the map by the account if it may, or else as a guest", async () => {
    const email = newAddress();
    await admit(email);
    const cookie = await signIn(email);
    const user = await signedIn("user");
    const both = `${user.browser.cookie}; ${cookie}`;
    const viewer = async () => {
      const pass = await redeem(servers, (await openAt(base, both)).headers.location);
      countView.mockClear();
      await servers.ask(base, { headers: { ...navigation, cookie: pass } });
      return countView.mock.calls[0]?.[0].accountId;
    };
    expect(await viewer()).toBeNull();
    await assign(map.project.id, user.account.id);
    expect(await viewer()).toBe(user.account.id);
  });

  it("of a map on another site is redirected to it", async () => {
    const project = await createProject(null, { mapUrl: "https://charts.example/map" });
    await changeAccess(admin, project.id, { guests: [{ address: "ada@fjord.example", expiresAt: null }] });
    const cookie = await signIn("ada@fjord.example", { ...map, project });
    expect((await openAt(`/projects/maps/${project.safeName}/`, cookie)).headers.location).toBe("https://charts.example/map");
  });
});

describe("the guests of a group", () => {
  const edit = (id: string, body: unknown) =>
    editGuests(requestTo(`/api/groups/${id}/guests`, { method: "PATCH", headers: admin.browser, body }), {
      params: Promise.resolve({ id }),
    });

  it("open the maps of the group until they are removed", async () => {
    const member = await signedIn("user");
    const [groupId, email] = [await createGroupWith(member.account.id, map.project.id), `ada@${randomUUID()}.example`];
    const domain = email.split("@")[1];
    expect((await edit(groupId, { guests: [{ address: domain, expiresAt: null }] })).status).toBe(200);
    const listed = await readGuests(requestTo(`/api/groups/${groupId}/guests`, { headers: admin.browser }), {
      params: Promise.resolve({ id: groupId }),
    });
    expect((await listed.json()) as GroupGuests).toMatchObject({ guests: [{ address: `@${domain}` }], canAdmitGuests: true });
    const cookie = await signIn(email);
    expect(pathOn("mapsOrigin", await openAt(base, cookie))).toContain("sea-vision-ticket=");
    await edit(groupId, { withdrawGuests: [domain] });
    expect((await openAt(base, cookie)).headers.location).toBe(`/guest/${map.project.safeName}`);
    expect((await eventsOf(groupId)).map(({ action }) => action)).toEqual(["guest.admitted", "guest.removed"]);
  });

  it("of a missing group can't be changed", async () => {
    expect((await edit(randomUUID(), {})).status).toBe(404);
  });
});
