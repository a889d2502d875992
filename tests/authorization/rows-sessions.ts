import { randomUUID } from "node:crypto";
import { createApiToken, createSession } from "../setup/fixtures";
import type { Ask } from "./ask";
import { type Call, everyone, type Row, signedIn, superadmins } from "./row";
import { NEXT_PASSWORD, newInvitation, newReset, PASSWORD, type World, WRONG_PASSWORD } from "./world";

/** A POST to one of NextAuth's own endpoints, with its CSRF token. */
export async function nextAuthPost(ask: Ask, action: string, form: Record<string, string> = {}): Promise<Call> {
  const { headers, body } = await ask("/api/auth/csrf");
  const { csrfToken } = JSON.parse(body) as { csrfToken: string };
  return {
    path: `/api/auth/${action}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    cookies: headers["set-cookie"]?.map((cookie) => cookie.split(";")[0] ?? "") ?? [],
    body: Buffer.from(new URLSearchParams({ csrfToken, json: "true", ...form }).toString()),
  };
}

const nextAuth = (path: string) => ({ path: `/api/auth/${path}` });
const signIn = (world: World, password: string, who: "user" | "deleted" = "user") => ({
  body: { email: world.people[who].account.email, password },
});

export const sessionRows: readonly Row[] = [
  { method: "GET", route: "/api/openapi.json", outcomes: everyone(200) },
  { method: "POST", route: "/api/auth/login", outcomes: everyone(200), call: (world) => signIn(world, PASSWORD) },
  { method: "POST", route: "/api/auth/login", what: "wrong", outcomes: everyone(401), call: (world) => signIn(world, WRONG_PASSWORD) },
  {
    method: "POST",
    route: "/api/auth/login",
    what: "deleted",
    outcomes: everyone(401),
    call: (world) => signIn(world, PASSWORD, "deleted"),
  },
  { method: "POST", route: "/api/auth/logout", outcomes: everyone(200), tokens: "session" },
  { method: "GET", route: "/api/auth/me", outcomes: signedIn(200), tokens: [200, 200, 200, 200, 200] },
  { method: "POST", route: "/api/auth/refresh", outcomes: signedIn(200), tokens: "session" },
  { method: "GET", route: "/api/auth/sessions", outcomes: signedIn(200), tokens: "session" },
  { method: "DELETE", route: "/api/auth/sessions", outcomes: signedIn(200), tokens: "session" },
  {
    method: "DELETE",
    route: "/api/auth/sessions/[id]",
    what: "of user",
    outcomes: [401, 200, 404, 404, 404, 401],
    tokens: "session",
    call: async ({ people }) => ({ path: `/api/auth/sessions/${(await createSession(people.user.account.id)).id}` }),
  },
  { method: "GET", route: "/api/auth/proof", outcomes: signedIn(200), tokens: "session" },
  { method: "POST", route: "/api/auth/proof", outcomes: signedIn(200), tokens: "session", call: () => ({ body: { password: PASSWORD } }) },
  { method: "GET", route: "/api/auth/tokens", outcomes: signedIn(200), tokens: "session" },
  {
    method: "POST",
    route: "/api/auth/tokens",
    outcomes: signedIn(201),
    tokens: "session",
    call: () => ({ body: { name: "Nightly build", scope: "read", expiresInDays: 30 } }),
  },
  {
    method: "POST",
    route: "/api/auth/tokens",
    what: "to publish",
    outcomes: [401, 400, 400, 201, 201, 401],
    outside: 400,
    tokens: "session",
    call: ({ project }) => ({ body: { name: "Nightly build", scope: "publish", projectIds: [project.id], expiresInDays: 30 } }),
  },
  {
    method: "DELETE",
    route: "/api/auth/tokens/[id]",
    what: "of user",
    outcomes: [401, 200, 404, 404, 200, 401],
    tokens: "session",
    call: async ({ people }) => ({ path: `/api/auth/tokens/${(await createApiToken(people.user.account.id, "read")).id}` }),
  },
  {
    method: "DELETE",
    route: "/api/auth/tokens/[id]",
    what: "of a missing target",
    outcomes: signedIn(404),
    tokens: "session",
    call: () => ({ path: `/api/auth/tokens/${randomUUID()}` }),
  },
  { method: "GET", route: "/api/superadmin/api-tokens", outcomes: superadmins(200), tokens: "session" },
  {
    method: "POST",
    route: "/api/auth/forgot-password",
    outcomes: everyone(200),
    call: ({ people }) => ({ body: { email: people.user.account.email } }),
  },
  {
    method: "POST",
    route: "/api/auth/reset-password",
    outcomes: everyone(200),
    call: async ({ people }) => ({ body: { token: await newReset(people.other.account.id), newPassword: NEXT_PASSWORD } }),
  },
  {
    method: "POST",
    route: "/api/auth/accept-invitation",
    outcomes: everyone(200),
    call: async () => ({ body: { token: (await newInvitation("user")).token, fullName: "New User", newPassword: NEXT_PASSWORD } }),
  },
  {
    method: "POST",
    route: "/api/auth/accept-invitation",
    what: "of no token",
    outcomes: everyone(400),
    call: () => ({ body: { token: "a".repeat(43), fullName: "New User", newPassword: NEXT_PASSWORD } }),
  },
  { method: "GET", route: "/api/auth/[...nextauth]", what: "session", outcomes: everyone(200), call: () => nextAuth("session") },
  { method: "GET", route: "/api/auth/[...nextauth]", what: "csrf", outcomes: everyone(200), call: () => nextAuth("csrf") },
  { method: "GET", route: "/api/auth/[...nextauth]", what: "providers", outcomes: everyone(200), call: () => nextAuth("providers") },
  { method: "GET", route: "/api/auth/[...nextauth]", what: "unknown", outcomes: everyone(404), call: () => nextAuth("anything/else") },
  {
    method: "POST",
    route: "/api/auth/[...nextauth]",
    what: "sign in",
    outcomes: everyone(200),
    call: ({ people }, _caller, ask) => nextAuthPost(ask, "callback/credentials", { email: people.user.account.email, password: PASSWORD }),
  },
  {
    method: "POST",
    route: "/api/auth/[...nextauth]",
    what: "sign in wrongly",
    outcomes: everyone(401),
    call: ({ people }, _caller, ask) =>
      nextAuthPost(ask, "callback/credentials", { email: people.user.account.email, password: WRONG_PASSWORD }),
  },
  {
    method: "POST",
    route: "/api/auth/[...nextauth]",
    what: "sign out",
    outcomes: everyone(200),
    call: (_world, _caller, ask) => nextAuthPost(ask, "signout"),
  },
];
