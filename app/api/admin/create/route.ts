import { createAdmin } from "@/lib/accounts/admins/mutations";
import { newAdminSchema } from "@/lib/accounts/admins/schema";
import { json } from "@/lib/http/route";
import { superadminCall } from "../../call";

export const POST = superadminCall("people")({ body: newAdminSchema }, async ({ viewer, body, client }) => {
  const message = body.invite ? "Admin invited successfully" : "Admin created successfully";
  return json({ message, admin: await createAdmin(viewer, body, client) }, { status: 201 });
});
