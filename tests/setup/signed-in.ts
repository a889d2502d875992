import { sessionCookieName } from "../../lib/accounts/sessions/cookie";
import { signToken } from "../../lib/accounts/sessions/token";
import type { AuditActor } from "../../lib/audit/mutations";
import { env } from "../../lib/env";
import type { Account, Role, Session } from "../../lib/generated/prisma/client";
import { createAccount, createSession } from "./fixtures";

/** An account with a live session, and the request headers of each kind of client. */
export interface SignedIn {
  account: Account;
  session: Session;
  token: string;
  /** Headers of an API client. */
  bearer: Record<string, string>;
  /** Headers of a browser on a page of the application. */
  browser: Record<string, string>;
  /** Headers of the same browser when another site makes it send a request. */
  foreign: Record<string, string>;
}

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

/** Returns the actor as the audit trail stores it. */
export function actorOf({ account: { id: accountId, email } }: SignedIn): AuditActor {
  return { accountId, email };
}

export async function signedIn(role: Role): Promise<SignedIn> {
  return signInAs(await createAccount(role));
}

/** Builds a request to one of our handlers. Sends the body as JSON unless the headers set another type. */
export function requestTo(
  path: string,
  { method = "GET", headers = {}, body }: { method?: string; headers?: HeadersInit; body?: unknown } = {},
): Request {
  const all = new Headers(headers);
  if (body !== undefined && !all.has("content-type")) all.set("content-type", "application/json");
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  return new Request(`${env().appOrigin}${path}`, { method, headers: all, body: text });
}
