import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { POST as resendAdmin, DELETE as revokeAdmin } from "@/app/api/admin/invitation/[id]/route";
import { POST as accept } from "@/app/api/auth/accept-invitation/route";
import { POST as resendUser, DELETE as revokeUser } from "@/app/api/user/invitation/[id]/route";
import { sendInvitations } from "@/lib/accounts/invitations/jobs";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { requestTo, type SignedIn } from "../../setup/signed-in";
import { ownNetwork } from "../password-resets/reset-calls";

export const outbox = path.join(env().dataDir, "outbox");

/** Sends every due invitation, as each of several workers would. @returns the mails to an address, oldest first */
export async function mailsTo(address: string, workers = 1): Promise<Email[]> {
  await Promise.all(Array.from({ length: workers }, () => sendInvitations(new AbortController().signal)));
  const names = (await readdir(outbox).catch(() => [])).sort();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))));
  return mails.filter(({ to }) => to?.[0]?.address === address);
}

/** Sends every due invitation. @returns the token of the newest mail to an address */
export async function tokenFor(address: string): Promise<string> {
  const { text = "" } = (await mailsTo(address)).at(-1) ?? {};
  return /http:\/\/localhost:3000\/invitation\?token=([\w-]{43})\n/.exec(text)?.[1] ?? "";
}

export function acceptWith(body: object, headers: Record<string, string> = {}): Promise<Response> {
  const given = { fullName: "Ada Lovelace", newPassword: "a harbour of her own", ...body };
  return accept(requestTo("/api/auth/accept-invitation", { method: "POST", body: given, headers: { ...ownNetwork(), ...headers } }));
}

const routes = { user: { POST: resendUser, DELETE: revokeUser }, admin: { POST: resendAdmin, DELETE: revokeAdmin } };

function call(kind: "user" | "admin", method: "POST" | "DELETE", { bearer }: SignedIn, id: string): Promise<Response> {
  const request = requestTo(`/api/${kind}/invitation/${id}`, { method, headers: bearer });
  return routes[kind][method](request, { params: Promise.resolve({ id }) });
}

export const resend = (by: SignedIn, id: string, kind: "user" | "admin" = "user") => call(kind, "POST", by, id);
export const revoke = (by: SignedIn, id: string, kind: "user" | "admin" = "user") => call(kind, "DELETE", by, id);

export const invitationOf = (accountId: string) => db().invitation.findUnique({ where: { accountId } });

/** Lets the link of an invitation expire. */
export function expire(accountId: string) {
  return db().invitation.update({ where: { accountId }, data: { expiresAt: new Date(Date.now() - 1) } });
}
