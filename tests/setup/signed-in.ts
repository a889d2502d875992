import { sessionCookieName } from "../../lib/accounts/sessions/cookie";
import { signToken } from "../../lib/accounts/sessions/token";
import type { AuditActor } from "../../lib/audit/mutations";
import { env } from "../../lib/env";
import type { Account, Role, Session } from "../../lib/generated/prisma/client";
import { createAccount, createSession } from "./fixtures";

/** Someone with a live session, and the headers by which each kind of client would show it. */
export interface SignedIn {
  account: Account;
  session: Session;
  token: string;
  /** A program that calls the API. */
  bearer: Record<string, string>;
  /** A browser, on a page of ours. */
  browser: Record<string, string>;
  /** The same browser, made to call by a page of another site. */
  foreign: Record<string, string>;
}

/** Signs an account in on another device. */
export async function signInAs(account: Account, expiresAt?: Date): Promise<SignedIn> {
  const session = await createSession(account.id, expiresAt);
  const exp = Math.floor(session.expiresAt.getTime() / 1000);
  const token = await signToken({
    sub: account.id,
    sid: session.id,
    email: account.email,
    fullName: account.name,
    role: account.role,
    exp,
  });
  const cookie = `${sessionCookieName()}=${token}`;
  return {
    account,
    session,
    token,
    bearer: { authorization: `Bearer ${token}` },
    browser: { cookie, "sec-fetch-site": "same-origin", origin: env().appOrigin },
    foreign: { cookie, "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  };
}

/** As the audit trail knows them. */
export function actorOf({ account: { id: accountId, email } }: SignedIn): AuditActor {
  return { accountId, email };
}

/** A new account of that role, signed in. */
export async function signedIn(role: Role): Promise<SignedIn> {
  return signInAs(await createAccount(role));
}

/** A request to one of our handlers; a body is sent as JSON unless the headers say otherwise. */
export function requestTo(
  path: string,
  { method = "GET", headers = {}, body }: { method?: string; headers?: HeadersInit; body?: unknown } = {},
): Request {
  const all = new Headers(headers);
  if (body !== undefined && !all.has("content-type")) all.set("content-type", "application/json");
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  return new Request(`${env().appOrigin}${path}`, { method, headers: all, body: text });
}
