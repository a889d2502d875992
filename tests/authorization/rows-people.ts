import { randomUUID } from "node:crypto";
import { productBranding } from "@/lib/branding/schema";
import { admins, adminsAlone, type Call, everyone, type Row, signedIn, superadmins, users } from "./row";
import { NEXT_PASSWORD, newInvitation, newPerson, PASSWORD, type World } from "./world";

const newEmail = () => `new-${randomUUID()}@example.com`;

function userBody({ project }: World) {
  return { fullName: "New User", email: newEmail(), password: NEXT_PASSWORD, assignedProjects: [project.id] };
}

function adminBody() {
  return { name: "New User", email: newEmail(), password: NEXT_PASSWORD };
}

/** Creates an account of the role for this request only. */
async function aboutNew(role: "user" | "admin" | "superadmin", path: string, body?: unknown): Promise<Call> {
  return { path: `${path}/${(await newPerson(role)).account.id}`, body };
}

/** Invites an account of the role for this request only. */
async function aboutInvited(role: "user" | "admin" | "superadmin", path: string): Promise<Call> {
  return { path: `${path}/${(await newInvitation(role)).id}` };
}

const password = { currentPassword: PASSWORD, newPassword: NEXT_PASSWORD };
const name = { name: "Another Name" };

const rows: readonly Row[] = [
  { method: "GET", route: "/api/user/all", outcomes: admins(200) },
  {
    method: "GET",
    route: "/api/user/all",
    what: "a page",
    outcomes: admins(200),
    call: () => ({ path: "/api/user/all?limit=5&assigned=3" }),
  },
  { method: "POST", route: "/api/user/create", outcomes: admins(201), outside: 400, call: (world) => ({ body: userBody(world) }) },
  {
    method: "POST",
    route: "/api/user/create",
    what: "by invitation",
    outcomes: admins(201),
    outside: 400,
    call: (world) => ({ body: { ...userBody(world), password: undefined, invite: true } }),
  },
  ...(["POST", "DELETE"] as const).flatMap((method): Row[] => [
    {
      method,
      route: "/api/user/invitation/[id]",
      outcomes: admins(200),
      inside: 404,
      call: () => aboutInvited("user", "/api/user/invitation"),
    },
    {
      method,
      route: "/api/user/invitation/[id]",
      what: "of an admin",
      outcomes: admins(404),
      call: () => aboutInvited("admin", "/api/user/invitation"),
    },
    {
      method,
      route: "/api/user/invitation/[id]",
      what: "of a user without one",
      outcomes: admins(404),
      call: () => aboutNew("user", "/api/user/invitation"),
    },
    { method, route: "/api/admin/invitation/[id]", outcomes: superadmins(200), call: () => aboutInvited("admin", "/api/admin/invitation") },
    ...(["user", "superadmin"] as const).map(
      (role): Row => ({
        method,
        route: "/api/admin/invitation/[id]",
        what: `of a ${role}`,
        outcomes: superadmins(404),
        call: () => aboutInvited(role, "/api/admin/invitation"),
      }),
    ),
  ]),
  ...(["user", "admin"] as const).flatMap((role): Row[] => {
    const outcomes = role === "user" ? admins : superadmins;
    const [invitation, reset] = [`/api/${role}/invitation-link`, `/api/${role}/reset-link`];
    const other = role === "user" ? "admin" : "user";
    const inside = role === "user" ? 404 : undefined;
    return [
      { method: "POST", route: `${invitation}/[id]`, outcomes: outcomes(200), inside, call: () => aboutInvited(role, invitation) },
      {
        method: "POST",
        route: `${invitation}/[id]`,
        what: `of an ${other}`,
        outcomes: outcomes(404),
        call: () => aboutInvited(other, invitation),
      },
      { method: "POST", route: `${reset}/[id]`, outcomes: outcomes(200), inside, call: () => aboutNew(role, reset) },
      ...([other, "superadmin"] as const).map(
        (one): Row => ({
          method: "POST",
          route: `${reset}/[id]`,
          what: `of an ${one}`,
          outcomes: outcomes(404),
          call: () => aboutNew(one, reset),
        }),
      ),
    ];
  }),
  {
    method: "GET",
    route: "/api/user/details/[id]",
    outcomes: admins(200),
    outside: 404,
    call: ({ people }) => ({ path: `/api/user/details/${people.user.account.id}` }),
  },
  {
    method: "PUT",
    route: "/api/user/edit/[id]",
    outcomes: admins(200),
    inside: 404,
    call: (world) => aboutNew("user", "/api/user/edit", userBody(world)),
  },
  {
    method: "DELETE",
    route: "/api/user/delete/[id]",
    outcomes: admins(200),
    inside: 404,
    call: () => aboutNew("user", "/api/user/delete"),
  },
  ...(["delete", "invite"] as const).map(
    (action): Row => ({
      method: "POST",
      route: "/api/user/bulk",
      what: action,
      outcomes: admins(200),
      call: async () => ({ body: { action, users: [(await newInvitation("user")).id] } }),
    }),
  ),
  {
    method: "POST",
    route: "/api/user/sign-out/[id]",
    outcomes: admins(200),
    inside: 404,
    call: () => aboutNew("user", "/api/user/sign-out"),
  },
  ...(["admin", "superadmin"] as const).flatMap((role): Row[] => [
    {
      method: "POST",
      route: "/api/user/sign-out/[id]",
      what: `an ${role}`,
      outcomes: admins(404),
      call: () => aboutNew(role, "/api/user/sign-out"),
    },
    {
      method: "GET",
      route: "/api/user/details/[id]",
      what: `an ${role}`,
      outcomes: admins(404),
      call: () => aboutNew(role, "/api/user/details"),
    },
    {
      method: "PUT",
      route: "/api/user/edit/[id]",
      what: `an ${role}`,
      outcomes: admins(404),
      call: (world) => aboutNew(role, "/api/user/edit", userBody(world)),
    },
    {
      method: "DELETE",
      route: "/api/user/delete/[id]",
      what: `an ${role}`,
      outcomes: admins(404),
      call: () => aboutNew(role, "/api/user/delete"),
    },
  ]),
  {
    method: "DELETE",
    route: "/api/user/delete/[id]",
    what: "oneself",
    outcomes: admins(409),
    call: ({ people }, caller) => ({ path: `/api/user/delete/${caller === "anonymous" ? randomUUID() : people[caller].account.id}` }),
  },

  { method: "GET", route: "/api/admin/all", outcomes: superadmins(200) },
  { method: "POST", route: "/api/admin/create", outcomes: superadmins(201), call: () => ({ body: adminBody() }) },
  {
    method: "POST",
    route: "/api/admin/create",
    what: "by invitation",
    outcomes: superadmins(201),
    call: () => ({ body: { ...adminBody(), password: undefined, invite: true } }),
  },
  {
    method: "PUT",
    route: "/api/admin/edit/[id]",
    outcomes: superadmins(200),
    call: () => aboutNew("admin", "/api/admin/edit", adminBody()),
  },
  { method: "DELETE", route: "/api/admin/delete/[id]", outcomes: superadmins(200), call: () => aboutNew("admin", "/api/admin/delete") },
  { method: "POST", route: "/api/admin/sign-out/[id]", outcomes: superadmins(200), call: () => aboutNew("admin", "/api/admin/sign-out") },
  ...(["user", "superadmin"] as const).flatMap((role): Row[] => [
    {
      method: "POST",
      route: "/api/admin/sign-out/[id]",
      what: `a ${role}`,
      outcomes: superadmins(404),
      call: () => aboutNew(role, "/api/admin/sign-out"),
    },
    {
      method: "PUT",
      route: "/api/admin/edit/[id]",
      what: `a ${role}`,
      outcomes: superadmins(404),
      call: () => aboutNew(role, "/api/admin/edit", adminBody()),
    },
    {
      method: "DELETE",
      route: "/api/admin/delete/[id]",
      what: `a ${role}`,
      outcomes: superadmins(404),
      call: () => aboutNew(role, "/api/admin/delete"),
    },
  ]),
  {
    method: "DELETE",
    route: "/api/admin/delete/[id]",
    what: "oneself",
    outcomes: superadmins(409),
    call: ({ people }, caller) => ({ path: `/api/admin/delete/${caller === "anonymous" ? randomUUID() : people[caller].account.id}` }),
  },

  { method: "PUT", route: "/api/user/preferences", outcomes: signedIn(200), call: () => ({ body: { projectLayout: "gallery" } }) },
  {
    method: "PUT",
    route: "/api/user/edit-fullname",
    outcomes: users(200),
    tokens: "session",
    call: () => ({ body: { fullName: "Another Name" } }),
  },
  { method: "POST", route: "/api/user/change-password", outcomes: users(200), tokens: "session", call: () => ({ body: password }) },
  { method: "PUT", route: "/api/admin/update", outcomes: adminsAlone(200), tokens: "session", call: () => ({ body: name }) },
  { method: "POST", route: "/api/admin/change-password", outcomes: adminsAlone(200), tokens: "session", call: () => ({ body: password }) },
  { method: "PUT", route: "/api/superadmin/update", outcomes: superadmins(200), tokens: "session", call: () => ({ body: name }) },
  {
    method: "POST",
    route: "/api/superadmin/change-password",
    outcomes: superadmins(200),
    tokens: "session",
    call: () => ({ body: password }),
  },

  { method: "GET", route: "/api/admin/dashboard-stats", outcomes: admins(200) },
  { method: "GET", route: "/api/superadmin/dashboard", outcomes: superadmins(200) },
  { method: "PUT", route: "/api/superadmin/setup", outcomes: superadmins(200), call: () => ({ body: { isDismissed: true } }) },
  {
    method: "POST",
    route: "/api/superadmin/setup/test-mail",
    what: "without a mail server",
    outcomes: superadmins(409),
  },
  {
    method: "PUT",
    route: "/api/superadmin/branding",
    outcomes: superadmins(200),
    call: () => ({ body: { ...productBranding, logo: null, favicon: null } }),
  },
  { method: "DELETE", route: "/api/superadmin/branding", outcomes: superadmins(200) },
  ...(["GET", "HEAD"] as const).flatMap((method): Row[] => [
    { method, route: "/branding/[picture]", outcomes: everyone(200), call: () => ({ path: "/branding/inter.woff2" }) },
    { method, route: "/branding/[picture]", what: "without a logo", outcomes: everyone(404), call: () => ({ path: "/branding/logo" }) },
  ]),
  { method: "GET", route: "/api/user/dashboard", outcomes: signedIn(200) },
  { method: "GET", route: "/api/project/analytics", outcomes: admins(200) },

  { method: "GET", route: "/api/audit", outcomes: superadmins(200) },
  ...(["GET", "HEAD"] as const).map((method): Row => ({ method, route: "/api/audit/export", outcomes: superadmins(200) })),
  { method: "GET", route: "/api/health", outcomes: everyone(200) },
  ...(["GET", "HEAD"] as const).flatMap((method): Row[] => [
    { method, route: "/api/health/live", outcomes: everyone(200) },
    { method, route: "/api/health/ready", outcomes: everyone(200) },
  ]),
  ...(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const).map(
    (method): Row => ({ method, route: "/api/[[...unknown]]", outcomes: everyone(404), call: () => ({ path: "/api/no-such-call" }) }),
  ),
];

const MANAGES = /^\/api\/(user|admin)\/(bulk|create|edit|delete|sign-out|invitation|invitation-link|reset-link)\b/;
const LISTS = /^\/api\/(user|admin)\/(all|details)\b/;

function tokensOfRow({ route, tokens }: Row): Row["tokens"] {
  if (tokens) return tokens;
  if (MANAGES.test(route)) return "people";
  return LISTS.test(route) ? "people-read" : undefined;
}

export const peopleRows: readonly Row[] = rows.map((row) => ({ ...row, tokens: tokensOfRow(row) }));
