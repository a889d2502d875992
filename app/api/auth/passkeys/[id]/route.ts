import { removePasskey, renamePasskey } from "@/lib/accounts/passkeys/mutations";
import { passkeyNameSchema } from "@/lib/accounts/passkeys/schema";
import { sessionCall } from "../../../call";

export const PATCH = sessionCall({ body: passkeyNameSchema }, async ({ viewer, id, body, client }) => {
  return { message: "Passkey renamed", passkey: await renamePasskey(viewer, id, body, client) };
});

export const DELETE = sessionCall({}, async ({ viewer, id, client }) => {
  await removePasskey(viewer, id, client);
  return { message: "Passkey removed" };
});
