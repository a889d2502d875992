import { expect } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { createAccount } from "@/lib/accounts/mutations";
import { db } from "@/lib/db/client";
import { requestTo } from "../setup/signed-in";

export const password = "the right one";
let made = 0;

export async function newEmail(): Promise<string> {
  made += 1;
  const email = `person-${made}@example.com`;
  await createAccount({ role: "user", name: "Person", email, password });
  return email;
}

export function attempt(email: string, address: string, guess = "wrong", cookie = ""): Promise<Response> {
  const headers = { "x-sea-vision-client-address": address, cookie };
  return login(requestTo("/api/auth/login", { method: "POST", body: { email, password: guess }, headers }));
}

/** Signs in from a new network and returns the Cookie header of the browser. */
export async function trustedDevice(email: string): Promise<string> {
  made += 1;
  const answer = await attempt(email, `192.0.2.${made}`, password);
  const cookies = answer.headers.getSetCookie();
  expect(cookies).toEqual([expect.stringMatching(/^sea-vision\.session=/), expect.stringMatching(/^sea-vision\.device=/)]);
  return cookies[1]?.split(";")[0] ?? "";
}

/** Simulates failed attempts without hashing passwords. */
export async function setPoints(points: number): Promise<void> {
  await db().rateLimit.updateMany({ where: { key: { startsWith: "sign-in-account" } }, data: { points, expire: Date.now() + 3_600_000 } });
}

/** Returns the number of pairs of account and network with counted attempts. */
export function countPairs(): Promise<number> {
  return db().rateLimit.count({ where: { key: { startsWith: "sign-in-pair" }, points: { gt: 0 } } });
}

export async function attempts(count: number, email: (index: number) => string, address: (index: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await attempt(email(index), address(index))).status);
  return statuses;
}
