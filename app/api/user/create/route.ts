import { createUser } from "@/lib/accounts/users/mutations";
import { newUserSchema } from "@/lib/accounts/users/schema";
import { bodyLimits, json } from "@/lib/http/route";
import { adminCall } from "../../call";

export const POST = adminCall("write")({ body: newUserSchema, bodyLimit: bodyLimits.lists }, async ({ viewer, body, client }) => {
  return json({ message: "User created successfully", user: await createUser(viewer, body, client) }, { status: 201 });
});
