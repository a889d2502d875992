import { editUser } from "@/lib/accounts/users/mutations";
import { editUserSchema } from "@/lib/accounts/users/schema";
import { bodyLimits } from "@/lib/http/route";
import { adminCall } from "../../../call";

export const PUT = adminCall("people")({ body: editUserSchema, bodyLimit: bodyLimits.lists }, async ({ viewer, id, body, client }) => {
  return { message: "User updated successfully", user: await editUser(viewer, id, body, client) };
});
