import { removePasskey, renamePasskey } from "@/lib/accounts/passkeys/mutations";
import { passkeyNameSchema, passkeySchema } from "@/lib/accounts/passkeys/schema";
import { sessionCall } from "../../../call";

export const PATCH = sessionCall("session", {
  summary: "Rename a passkey",
  body: passkeyNameSchema,
  example: { name: "Old laptop" },
  answer: { passkey: passkeySchema },
})(async ({ viewer, id, body, client }) => ({ message: "Passkey renamed", passkey: await renamePasskey(viewer, id, body, client) }));

export const DELETE = sessionCall("session", {
  summary: "Remove a passkey",
  description: "The passkey can no longer sign in. Removing the last second factor also deletes the recovery codes.",
  needsProof: true,
  errors: [409],
})(async ({ viewer, id, client }) => {
  await removePasskey(viewer, id, client);
  return { message: "Passkey removed" };
});
