import { resendInvitation, revokeInvitation } from "@/lib/accounts/invitations/mutations";
import { superadminCall } from "../../../call";

export const POST = superadminCall("people")({}, async ({ viewer, id, client }) => {
  await resendInvitation({ role: "admin", id }, viewer, client);
  return { message: "Invitation sent again" };
});

export const DELETE = superadminCall("people")({}, async ({ viewer, id, client }) => {
  await revokeInvitation({ role: "admin", id }, viewer, client);
  return { message: "Invitation revoked" };
});
