import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { POST as confirm } from "@/app/api/auth/authenticator/confirm/route";
import { POST as begin } from "@/app/api/auth/authenticator/route";
import { POST as login } from "@/app/api/auth/login/route";
import { POST as completeSignIn } from "@/app/api/auth/second-factor/route";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import type { Role } from "@/lib/generated/prisma/client";
import { codeOf } from "../../setup/authenticator-app";
import { createAccount } from "../../setup/fixtures";
import { requestTo, type SignedIn, signInAs } from "../../setup/signed-in";

export const PASSWORD = "a password of theirs";
const STEP_MS = 30_000;

let made = 0;

/** A network of its own for each request, so that rate limits of tests don't affect each other. */
export function anotherAddress(): string {
  made += 1;
  return `2001:db8:${made.toString(16)}::1`;
}

/** Stops the clock, so that no time step ends in the middle of a test. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
}

/** Moves the stopped clock by time steps, after which the next codes are new. */
export function moveClock(steps: number): void {
  vi.setSystemTime(Date.now() + steps * STEP_MS);
}

export async function withPassword(role: Role = "user"): Promise<SignedIn> {
  return signInAs(await createAccount(role, { passwordHash: await hashPassword(PASSWORD), email: `${randomUUID()}@example.com` }));
}

export const beginAuthenticator = ({ bearer }: SignedIn) =>
  begin(requestTo("/api/auth/authenticator", { method: "POST", headers: bearer }));

export const confirmAuthenticator = ({ bearer }: SignedIn, code: string) =>
  confirm(requestTo("/api/auth/authenticator/confirm", { method: "POST", headers: bearer, body: { code } }));

export interface Enrolled extends SignedIn {
  secret: string;
  recoveryCodes: string[];
}

/** Sets up an authenticator app, and moves the clock to the next time step. */
export async function enrol(caller: SignedIn): Promise<Enrolled> {
  const { secret } = await (await beginAuthenticator(caller)).json();
  const answer = await confirmAuthenticator(caller, codeOf(secret));
  expect(answer.status).toBe(200);
  moveClock(1);
  return { ...caller, secret, recoveryCodes: (await answer.json()).recoveryCodes };
}

export const enrolled = async (role?: Role) => enrol(await withPassword(role));

interface Attempt {
  code?: string;
  password?: string;
  address?: string;
  headers?: Record<string, string>;
}

export function signIn({ account }: SignedIn, { code, password = PASSWORD, address = anotherAddress(), headers }: Attempt = {}) {
  const all = { ...headers, "x-sea-vision-client-address": address };
  return login(requestTo("/api/auth/login", { method: "POST", headers: all, body: { email: account.email, password, code } }));
}

/** Gives the right password. @returns the Cookie header of the browser, which still lacks the code */
export async function halfSignedIn(caller: SignedIn, headers: Record<string, string> = {}): Promise<string> {
  const answer = await signIn(caller, { headers });
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

export function enterCode(cookie: string, code: string, address = anotherAddress()): Promise<Response> {
  const headers = { cookie, "x-sea-vision-client-address": address };
  return completeSignIn(requestTo("/api/auth/second-factor", { method: "POST", headers, body: { code } }));
}
