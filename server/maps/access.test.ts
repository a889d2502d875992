import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { passCookies } from "../../lib/maps/policy";
import { type MapGrant, type MapRight, parseMapAddress } from "../../lib/maps/schema";
import { type Access, MapAccess } from "./access";
import type { Reply } from "./messages";

const granted: MapGrant = {
  allowsLocation: false,
  allowsCamera: false,
  allowsRouting: false,
  allowsSharedMemory: false,
  frameOrigins: [],
};
const now = Date.UTC(2026, 4, 5);
const rightOf = (account: string): MapRight => ({ account, session: "s", project: "p", scope: "harbour" });
const cookieOf = (account: string) => passCookies(rightOf(account), now)[0]?.split(";")[0] ?? "";

/** The access step with a database in which these accounts have the right. */
function accessFor(accounts: string[]) {
  const access = new MapAccess({
    findGrant: (right) => Promise.resolve("account" in right && accounts.includes(right.account) ? granted : null),
    redeemTicket: () => Promise.resolve(false),
    now: () => now,
  });
  function request(cookie: string, host = "maps.example"): IncomingMessage {
    const made = new IncomingMessage(new Socket());
    return Object.assign(made, { method: "GET", url: "/projects/maps/harbour/1.png", headers: { cookie, host } });
  }
  return {
    access,
    async open(cookie: string): Promise<Access | Reply> {
      const address = parseMapAddress("/projects/maps/harbour/1.png");
      if (!address) throw new Error("This is no address.");
      return await access.open(request(cookie), address);
    },
    peek: (cookie: string, host?: string) => access.peek(request(cookie, host), "harbour"),
  };
}

describe("MapAccess", () => {
  it("remembers a cookie that it has verified, for the same host", async () => {
    const { open, peek } = accessFor(["a"]);
    expect(peek(cookieOf("a"))).toBeUndefined();
    const opened = await open(cookieOf("a"));
    expect(opened).toMatchObject({ pass: rightOf("a"), root: { projectId: "p" } });
    expect(peek(cookieOf("a"))).toBe(opened);
    expect(peek(cookieOf("a"), "other.example")).toBeUndefined();
    expect(peek(`${cookieOf("a")}; b=c`)).toBeUndefined();
  });

  it("returns nothing from memory after the right was lost", async () => {
    const { access, open, peek } = accessFor(["a"]);
    await open(cookieOf("a"));
    access.forget({ account: "a" });
    expect(peek(cookieOf("a"))).toBeUndefined();
  });

  it("uses the second of two cookies when the first has no right, and tries the first again at the next request", async () => {
    const accounts = ["b"];
    const { open, peek } = accessFor(accounts);
    const cookie = `${cookieOf("a")}; ${cookieOf("b")}`;
    expect(await open(cookie)).toMatchObject({ pass: rightOf("b") });
    expect(peek(cookie)).toBeUndefined();
    accounts.push("a");
    expect(await open(cookie)).toMatchObject({ pass: rightOf("a") });
  });

  it("returns 404 for a file to a request without a cookie", async () => {
    expect(await accessFor(["a"]).open("")).toMatchObject({ status: 404 });
  });
});
