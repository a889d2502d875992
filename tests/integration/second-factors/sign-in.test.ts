import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { GET as me } from "@/app/api/auth/me/route";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { codeOf, wrongCode } from "../../setup/authenticator-app";
import { requestTo } from "../../setup/signed-in";
import { enrolled, enterCode, halfSignedIn, moveClock, signIn, stopClock, withPassword } from "./enrolled";

beforeEach(stopClock);
afterEach(() => void vi.useRealTimers());

const sessionsOf = (accountId: string) => db().session.count({ where: { accountId } });
const eventsOf = async (accountId: string) =>
  (await db().auditEvent.findMany({ where: { targetId: accountId }, orderBy: { at: "asc" } })).map(({ action }) => action);

describe("POST /api/auth/login of an account with a second factor", () => {
  it("asks for the second factor, opens no session, and doesn't mark the device as known", async () => {
    const caller = await enrolled();
    const answer = await signIn(caller);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ message: expect.any(String), secondFactor: { methods: ["authenticator", "recovery-code"] } });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sea-vision\.half-signed-in=[\w-]+\.[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await sessionsOf(caller.account.id)).toBe(1);
  });

  it("refuses a wrong password as before, with a right code as well", async () => {
    const caller = await enrolled();
    const answer = await signIn(caller, { password: "wrong", code: codeOf(caller.secret) });
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ message: "Invalid credentials." })]);
    expect((await signIn(caller, { code: codeOf(caller.secret) })).status).toBe(200);
  });

  it("signs in at once with the code, spaces in it or not", async () => {
    const caller = await enrolled();
    const code = codeOf(caller.secret);
    const answer = await signIn(caller, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    const { token } = await answer.json();
    expect((await me(requestTo("/api/auth/me", { headers: { authorization: `Bearer ${token}` } }))).status).toBe(200);
    expect(answer.headers.getSetCookie()[1]).toMatch(/^sea-vision\.device=/);
  });

  it("ignores a code for an account without a second factor", async () => {
    expect((await signIn(await withPassword(), { code: "123456" })).status).toBe(200);
  });

  it("doesn't count an authenticator app that was never confirmed", async () => {
    const caller = await withPassword();
    await db().authenticator.create({ data: { accountId: caller.account.id, secret: "x" } });
    expect(await (await signIn(caller)).json()).toHaveProperty("token");
  });
});

describe("POST /api/auth/second-factor", () => {
  it("completes the sign-in and takes the cookie of the first step away", async () => {
    const caller = await enrolled();
    const answer = await enterCode(await halfSignedIn(caller), codeOf(caller.secret));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ token: expect.any(String), user: { email: caller.account.email } });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sea-vision\.session=/),
      expect.stringMatching(/^sea-vision\.device=/),
      expect.stringMatching(/^sea-vision\.half-signed-in=; Max-Age=0;/),
    ]);
  });

  it("refuses a wrong code, names the field, and records it", async () => {
    const caller = await enrolled();
    const answer = await enterCode(await halfSignedIn(caller), wrongCode(caller.secret));
    expect([answer.status, (await answer.json()).fields]).toEqual([401, { code: expect.any(String) }]);
    expect(await eventsOf(caller.account.id)).toContain("session.factor-refused");
    expect(await sessionsOf(caller.account.id)).toBe(1);
  });

  it.each([
    [-1, 200],
    [0, 200],
    [1, 200],
    [-2, 401],
    [2, 401],
  ])("answers a code of %i time steps from now with %i", async (steps, status) => {
    const caller = await enrolled();
    // The time step of the enrolment and those before it are used up.
    moveClock(2);
    expect((await enterCode(await halfSignedIn(caller), codeOf(caller.secret, steps))).status).toBe(status);
  });

  it("accepts a code once", async () => {
    const caller = await enrolled();
    const code = codeOf(caller.secret);
    expect((await enterCode(await halfSignedIn(caller), code)).status).toBe(200);
    expect((await enterCode(await halfSignedIn(caller), code)).status).toBe(401);
    expect((await signIn(caller, { code })).status).toBe(401);
  });

  it("refuses the code of an earlier time step than the last accepted one", async () => {
    const caller = await enrolled();
    moveClock(2);
    expect((await enterCode(await halfSignedIn(caller), codeOf(caller.secret))).status).toBe(200);
    expect((await enterCode(await halfSignedIn(caller), codeOf(caller.secret, -1))).status).toBe(401);
    expect((await enterCode(await halfSignedIn(caller), codeOf(caller.secret, 1))).status).toBe(200);
  });

  it("refuses the code that confirmed the authenticator app", async () => {
    const caller = await enrolled();
    expect((await enterCode(await halfSignedIn(caller), codeOf(caller.secret, -1))).status).toBe(401);
  });

  it("accepts a code once when it is sent many times at once", async () => {
    const caller = await enrolled();
    const cookie = await halfSignedIn(caller);
    const answers = await Promise.all(Array.from({ length: 8 }, () => enterCode(cookie, codeOf(caller.secret))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...new Array(7).fill(401)]);
    expect(await sessionsOf(caller.account.id)).toBe(2);
  });

  it("accepts each recovery code once, in any case and without hyphens", async () => {
    const caller = await enrolled();
    expect(caller.recoveryCodes).toHaveLength(10);
    const [first = "", second = ""] = caller.recoveryCodes;
    const cookie = await halfSignedIn(caller);
    const answers = await Promise.all(Array.from({ length: 4 }, () => enterCode(cookie, first)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect((await enterCode(cookie, second.toUpperCase().replaceAll("-", " "))).status).toBe(200);
    const details = await db().auditEvent.findMany({ where: { action: "session.created", actorId: caller.account.id } });
    expect(details.map((event) => event.details)).toEqual([{ factor: "recovery-code" }, { factor: "recovery-code" }]);
  });

  it("refuses a browser without the first step, with a changed cookie and with that of another account", async () => {
    const [caller, other] = [await enrolled(), await enrolled()];
    const cookie = await halfSignedIn(other);
    const [, token = ""] = cookie.split("=");
    const forged = `sea-vision.half-signed-in=${caller.account.id}.${token.split(".").slice(1).join(".")}`;
    for (const one of ["", "sea-vision.half-signed-in=x", `${cookie}x`, forged]) {
      const answer = await enterCode(one, codeOf(caller.secret));
      expect([answer.status, (await answer.json()).fields]).toEqual([401, undefined]);
    }
    expect((await enterCode(cookie, codeOf(caller.secret))).status).toBe(401);
  });

  it("refuses the first step after ten minutes", async () => {
    const caller = await enrolled();
    const cookie = await halfSignedIn(caller);
    moveClock(19);
    expect((await enterCode(cookie, wrongCode(caller.secret))).status).toBe(401);
    moveClock(1);
    expect((await (await enterCode(cookie, codeOf(caller.secret))).json()).message).toBe(
      "Your sign-in has expired. Enter your password again.",
    );
  });

  it("refuses the first step after a new password", async () => {
    const caller = await enrolled();
    const cookie = await halfSignedIn(caller);
    await db().account.update({ where: { id: caller.account.id }, data: { passwordHash: await hashPassword("another one") } });
    expect((await enterCode(cookie, codeOf(caller.secret))).status).toBe(401);
  });

  it("refuses every code when AUTH_SECRET has changed", async () => {
    const caller = await enrolled();
    const former = env().authSecret;
    env().authSecret = "another secret of at least 32 characters";
    onTestFinished(() => void Object.assign(env(), { authSecret: former }));
    const cookie = await halfSignedIn(caller);
    expect((await enterCode(cookie, codeOf(caller.secret))).status).toBe(401);
    expect((await enterCode(cookie, caller.recoveryCodes[0] ?? "")).status).toBe(401);
    env().authSecret = former;
    expect((await enterCode(await halfSignedIn(caller), codeOf(caller.secret))).status).toBe(200);
  });
});

describe("the limit of codes", () => {
  it("stops guesses from one network, also of a right code, and is forgotten after a success", async () => {
    const caller = await enrolled();
    const cookie = await halfSignedIn(caller);
    const address = "192.0.2.77";
    for (let guess = 0; guess < 9; guess += 1) expect((await enterCode(cookie, wrongCode(caller.secret), address)).status).toBe(401);
    expect((await enterCode(cookie, codeOf(caller.secret), address)).status).toBe(200);
    for (let guess = 0; guess < 10; guess += 1) expect((await enterCode(cookie, wrongCode(caller.secret), address)).status).toBe(401);
    const answer = await enterCode(cookie, codeOf(caller.secret, 1), address);
    expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await signIn(caller, { code: codeOf(caller.secret, 1), address })).status).toBe(429);
    expect((await enterCode(cookie, codeOf(caller.secret, 1))).status).toBe(200);
  });

  it("doesn't count guesses from elsewhere against a device that signed in before", async () => {
    const caller = await enrolled();
    const first = await signIn(caller, { code: codeOf(caller.secret) });
    const device = (first.headers.getSetCookie().find((cookie) => cookie.startsWith("sea-vision.device")) ?? "").split(";")[0];
    const cookie = await halfSignedIn(caller);
    const guesses = await Promise.all(Array.from({ length: 31 }, () => enterCode(cookie, wrongCode(caller.secret))));
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
    moveClock(1);
    expect((await enterCode(`${cookie}; ${device}`, codeOf(caller.secret))).status).toBe(200);
  });

  it("mails the account after five wrong codes, once", async () => {
    const caller = await enrolled();
    const cookie = await halfSignedIn(caller);
    const notices = () =>
      db().accountNotice.count({ where: { accountId: caller.account.id, notice: { path: ["kind"], equals: "codes-refused" } } });
    for (let guess = 0; guess < 4; guess += 1) await enterCode(cookie, wrongCode(caller.secret));
    expect(await notices()).toBe(0);
    for (let guess = 0; guess < 4; guess += 1) await enterCode(cookie, wrongCode(caller.secret));
    expect(await notices()).toBe(1);
  });

  it("stops guesses from many networks, at once as well", async () => {
    const caller = await enrolled();
    const cookie = await halfSignedIn(caller);
    const answers = await Promise.all(Array.from({ length: 40 }, () => enterCode(cookie, wrongCode(caller.secret))));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
    expect((await enterCode(cookie, codeOf(caller.secret))).status).toBe(429);
  });
});
