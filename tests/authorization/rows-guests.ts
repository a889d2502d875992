import { randomUUID } from "node:crypto";
import { db } from "@/lib/db/client";
import { hashGuestCode } from "@/lib/projects/guests/codes";
import { type Call, everyone, type Row } from "./row";
import type { World } from "./world";

/** Admits an address to the world's project, and makes a code for it. */
async function codeCall({ project: { id: projectId, safeName } }: World): Promise<Call> {
  const [request, email] = [randomUUID(), `guest-${randomUUID()}@example.org`];
  const expiresAt = new Date(Date.now() + 600_000);
  await db().guestEntry.create({ data: { projectId, address: email } });
  await db().guestCode.create({
    data: { id: request, safeName, email, dueAt: null, expiresAt, codeHash: hashGuestCode(request, "123456") },
  });
  return { body: { request, code: "123456" } };
}

/** The sign-in of guests, which needs no account. */
export const guestRows: readonly Row[] = [
  {
    method: "POST",
    route: "/api/guest/code",
    outcomes: everyone(200),
    call: ({ project }) => ({ body: { project: project.safeName, email: `guest-${randomUUID()}@example.org` } }),
  },
  {
    method: "POST",
    route: "/api/guest/code",
    what: "of a missing project",
    outcomes: everyone(200),
    call: () => ({ body: { project: `gone-${randomUUID()}`, email: `guest-${randomUUID()}@example.org` } }),
  },
  { method: "POST", route: "/api/guest/session", outcomes: everyone(200), call: codeCall },
  {
    method: "POST",
    route: "/api/guest/session",
    what: "with a wrong code",
    outcomes: everyone(400),
    call: () => ({ body: { request: randomUUID(), code: "000000" } }),
  },
];
