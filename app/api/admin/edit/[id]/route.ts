import { editAdmin } from "@/lib/accounts/admins/mutations";
import { editAdminSchema } from "@/lib/accounts/admins/schema";
import { superadminCall } from "../../../call";

export const PUT = superadminCall("people")({ body: editAdminSchema }, async ({ viewer, id, body, client }) => {
  return { message: "Admin updated successfully", admin: await editAdmin(viewer, id, body, client) };
});
