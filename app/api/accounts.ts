import { createInvitationLink, resendInvitation, revokeInvitation } from "@/lib/accounts/invitations/mutations";
import { secretLinkSchema } from "@/lib/accounts/invitations/schema";
import { deleteAccount, type ManagerOf, signOutEverywhere } from "@/lib/accounts/mutations";
import { createResetLink } from "@/lib/accounts/password-resets/mutations";
import type { ManagedRole } from "@/lib/accounts/schema";
import { endedSessionsSchema } from "@/lib/openapi/parameters";
import type { CallsOf } from "./call";

/** The function of call.ts that authorizes those who may manage accounts of a role. */
type ManagingCalls<Kind extends ManagedRole> = CallsOf<"people", ManagerOf<Kind>>;

const names = { user: { a: "a user", title: "User" }, admin: { a: "an admin", title: "Admin" } } as const;

export function signOutRoute<Kind extends ManagedRole>(role: Kind, call: ManagingCalls<Kind>) {
  const { a, title } = names[role];
  return call("people", {
    summary: `Sign ${a} out everywhere`,
    description: `Ends all sessions of the ${role} and closes all maps that the ${role} has open.`,
    answer: endedSessionsSchema,
  })(async ({ viewer, id, client }) => {
    return { message: `${title} signed out everywhere`, endedSessions: await signOutEverywhere({ role, id }, viewer, client) };
  });
}

export function resendRoute<Kind extends ManagedRole>(role: Kind, call: ManagingCalls<Kind>) {
  return call("people", {
    summary: `Resend ${names[role].a}'s invitation`,
    description: "Sends a mail with a new link. The previous link stops working at once. Returns 409 without a mail server.",
    errors: [409],
  })(async ({ viewer, id, client }) => {
    await resendInvitation({ role, id }, viewer, client);
    return { message: "Invitation sent again" };
  });
}

const ON_DEMAND = "Only without a mail server: returns a link that works once, for the caller to pass on.";

export function invitationLinkRoute<Kind extends ManagedRole>(role: Kind, call: ManagingCalls<Kind>) {
  return call("people", {
    summary: `Create the link of ${names[role].a}'s invitation`,
    description: `${ON_DEMAND} The previous link stops working at once.`,
    needsProof: true,
    answer: secretLinkSchema,
    errors: [409],
  })(({ viewer, id, client }) => createInvitationLink({ role, id }, viewer, client));
}

export function resetLinkRoute<Kind extends ManagedRole>(role: Kind, call: ManagingCalls<Kind>) {
  return call("people", {
    summary: `Create a link to reset ${names[role].a}'s password`,
    description: `${ON_DEMAND} The password stays until the link is used.`,
    needsProof: true,
    answer: secretLinkSchema,
    errors: [409],
  })(({ viewer, id, client }) => createResetLink({ role, id }, viewer, client));
}

export function revokeRoute<Kind extends ManagedRole>(role: Kind, call: ManagingCalls<Kind>) {
  return call("people", {
    summary: `Revoke ${names[role].a}'s invitation`,
    description: `Deletes the ${role}. Returns 409 if the invitation has been accepted.`,
    needsProof: role === "admin",
    errors: [409],
  })(async ({ viewer, id, client }) => {
    await revokeInvitation({ role, id }, viewer, client);
    return { message: "Invitation revoked" };
  });
}

export function deleteRoute<Kind extends ManagedRole>(role: Kind, call: ManagingCalls<Kind>) {
  const { a, title } = names[role];
  return call("people", {
    summary: `Delete ${a}`,
    description: `Keeps everything that the ${role} has created. Returns 409 for the account of the caller.`,
    needsProof: role === "admin",
    errors: [409],
  })(async ({ viewer, id, client }) => {
    await deleteAccount({ role, id }, viewer, client);
    return { message: `${title} deleted successfully` };
  });
}
