import { describe, expect, it } from "vitest";
import { cookieReach, isDueForRenewal, passCookies, readPasses, signTicket, verifyTicket } from "./policy";

const right = { account: "a", session: "s", project: "p", scope: "harbour" };
const now = Date.UTC(2026, 4, 5);
const minute = 60_000;
const hour = 60 * minute;

function cookieHeader(made = now, of = right): string {
  return passCookies(of, made)[0]?.split(";")[0] ?? "";
}

describe("cookieReach", () => {
  it.each<[string, string, object]>([
    ["http://localhost:3000", "http://localhost:3001", { sameSite: "lax", secure: false, partitioned: false }],
    ["https://maps.example", "https://maps.example:8443", { sameSite: "lax", secure: true, partitioned: false }],
    ["https://app.example", "https://maps.example", { sameSite: "none", secure: true, partitioned: true }],
    ["https://sea.app.example", "https://maps.sea.app.example", { sameSite: "none", secure: true, partitioned: true }],
    // One host on two schemes is two sites.
    ["http://sea.example", "https://sea.example", { sameSite: "none", secure: true, partitioned: true }],
    ["http://app.example", "http://maps.example", { sameSite: "lax", secure: false, partitioned: false }],
  ])("returns for %s and %s: %s", (app, maps, reach) => {
    expect(cookieReach(app, maps)).toEqual(reach);
  });
});

describe("cookieReach of isolated maps", () => {
  it.each([
    ["http://localhost:3000", "http://localhost:3001"],
    ["https://app.example", "https://maps.app.example"],
  ])("returns partitioned for %s and maps below %s", (app, maps) => {
    expect(cookieReach(app, maps, true)).toEqual({ sameSite: "none", secure: true, partitioned: true });
  });
});

describe("cookieReach of a share link", () => {
  it("returns partitioned also for one site, because other sites may frame the map", () => {
    const [app, maps] = ["https://maps.example", "https://maps.example:8443"];
    expect(cookieReach(app, maps, false, true)).toEqual({ sameSite: "none", secure: true, partitioned: true });
  });

  it("returns what every browser takes for maps on http, which other sites can't frame", () => {
    const [app, maps] = ["http://app.example", "http://maps.example"];
    expect(cookieReach(app, maps, false, true)).toEqual({ sameSite: "lax", secure: false, partitioned: false });
  });
});

describe("signTicket", () => {
  it("returns a ticket that opens its own scope for a minute", () => {
    const ticket = signTicket(right, now);
    expect(verifyTicket(ticket, "harbour", now + minute - 1)).toMatchObject(right);
    expect(verifyTicket(ticket, "harbour", now + minute)).toBeNull();
    expect(verifyTicket(ticket, "other", now)).toBeNull();
    expect(readPasses(`sea-vision.map=${ticket}`, "harbour", now)).toEqual([]);
  });
});

describe("passCookies", () => {
  it("returns a pass that opens its own scope for twelve hours and is due for renewal after one", () => {
    const [pass] = readPasses(cookieHeader(), "harbour", now + 12 * hour - 1);
    expect(pass).toEqual({ ...right, expires: (now + 12 * hour) / 1000 });
    expect(readPasses(cookieHeader(), "harbour", now + 12 * hour)).toEqual([]);
    expect(readPasses(cookieHeader(), "other", now)).toEqual([]);
    if (!pass) throw new Error("There is no pass.");
    expect([isDueForRenewal(pass, now + hour), isDueForRenewal(pass, now + hour + 1000)]).toEqual([false, true]);
    expect(verifyTicket(cookieHeader().slice("sea-vision.map=".length), "harbour", now)).toBeNull();
  });

  it("returns passes that readPasses finds among other cookies", () => {
    const second = { ...right, session: "t" };
    const header = `a=1; sea-vision.map=x; ${cookieHeader()}; sea-vision.map=; ${cookieHeader(now, second)}`;
    expect(readPasses(header, "harbour", now)).toMatchObject([{ session: "s" }, { session: "t" }]);
  });

  it("returns passes of a share link, which name no account", () => {
    const shared = { link: "l", project: "p", scope: "harbour" };
    const [own = "", assets = ""] = passCookies(shared, now);
    expect(readPasses(own.split(";")[0], "harbour", now)).toEqual([{ ...shared, expires: (now + 12 * hour) / 1000 }]);
    expect(readPasses(assets.split(";")[0], "assets", now)).toMatchObject([{ link: "l", project: null, scope: "assets" }]);
    expect(verifyTicket(signTicket(shared, now), "harbour", now)).toMatchObject(shared);
  });

  it("adds a pass for the shared assets that names no project", () => {
    const [own = "", assets = "", ...more] = passCookies(right, now);
    expect(more).toEqual([]);
    expect(own).toContain("; Path=/projects/maps/harbour/;");
    expect(assets).toContain("; Path=/projects/maps/assets/;");
    expect(readPasses(assets.split(";")[0], "assets", now)).toMatchObject([{ account: "a", session: "s", project: null }]);
    expect(passCookies({ ...right, project: null, scope: "assets" }, now)).toHaveLength(1);
  });
});
