import { createAdmin } from "@/lib/accounts/admins/mutations";
import { newAdminSchema } from "@/lib/accounts/admins/schema";
import { json } from "@/lib/http/route";
import { superadminCall } from "../../call";

export const POST = superadminCall("write")({ body: newAdminSchema }, async ({ viewer, body, client }) => {
  return json({ message: "Admin created successfully", admin: await createAdmin(viewer, body, client) }, { status: 201 });
});
