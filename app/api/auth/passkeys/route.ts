import { listPasskeys } from "@/lib/accounts/passkeys/data";
import { addOwnPasskey } from "@/lib/accounts/passkeys/mutations";
import { addedPasskeySchema, newPasskeySchema, passkeyListSchema } from "@/lib/accounts/passkeys/schema";
import { sessionCall } from "../../call";
import { newCredential } from "./example";

export const GET = sessionCall("enrolment", {
  summary: "List my passkeys",
  description: "Returns the passkeys without their keys, newest first.",
  answer: passkeyListSchema,
})(async ({ viewer }) => ({
  passkeys: await listPasskeys(viewer),
}));

export const POST = sessionCall("enrolment", {
  summary: "Add a passkey",
  description: "Send the result of `navigator.credentials.create`. An account can have 20 passkeys.",
  needsProof: true,
  body: newPasskeySchema,
  example: { name: "Work laptop", response: newCredential },
  status: 201,
  answer: addedPasskeySchema,
  errors: [409],
})(async ({ viewer, body, client }) => {
  return { message: "Passkey added", ...(await addOwnPasskey(viewer, body, client)) };
});
