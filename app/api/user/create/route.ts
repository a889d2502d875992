import { createUser } from "@/lib/accounts/users/mutations";
import { newUserSchema } from "@/lib/accounts/users/schema";
import { bodyLimits, json } from "@/lib/http/route";
import { adminCall } from "../../call";

export const POST = adminCall("people")({ body: newUserSchema, bodyLimit: bodyLimits.lists }, async ({ viewer, body, client }) => {
  const message = body.invite ? "User invited successfully" : "User created successfully";
  return json({ message, user: await createUser(viewer, body, client) }, { status: 201 });
});
