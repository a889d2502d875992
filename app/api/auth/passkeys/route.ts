import { listPasskeys } from "@/lib/accounts/passkeys/data";
import { addOwnPasskey } from "@/lib/accounts/passkeys/mutations";
import { newPasskeySchema } from "@/lib/accounts/passkeys/schema";
import { json } from "@/lib/http/route";
import { enrolmentCall } from "../../call";

export const GET = enrolmentCall({}, async ({ viewer }) => ({ passkeys: await listPasskeys(viewer) }));

export const POST = enrolmentCall({ body: newPasskeySchema }, async ({ viewer, body, client }) => {
  return json({ message: "Passkey added", ...(await addOwnPasskey(viewer, body, client)) }, { status: 201 });
});
