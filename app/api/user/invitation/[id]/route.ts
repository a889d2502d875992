import { resendInvitation, revokeInvitation } from "@/lib/accounts/invitations/mutations";
import { adminCall } from "../../../call";

export const POST = adminCall("people")({}, async ({ viewer, id, client }) => {
  await resendInvitation({ role: "user", id }, viewer, client);
  return { message: "Invitation sent again" };
});

export const DELETE = adminCall("people")({}, async ({ viewer, id, client }) => {
  await revokeInvitation({ role: "user", id }, viewer, client);
  return { message: "Invitation revoked" };
});
