import { beginAuthenticator, removeAuthenticator } from "@/lib/accounts/second-factors/mutations";
import { json } from "@/lib/http/route";
import { enrolmentCall } from "../../call";

export const POST = enrolmentCall({}, async ({ viewer }) => json(await beginAuthenticator(viewer), { status: 201 }));

export const DELETE = enrolmentCall({}, async ({ viewer, client }) => {
  await removeAuthenticator(viewer, client);
  return { message: "Authenticator app removed" };
});
