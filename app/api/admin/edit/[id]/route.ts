import { editAdmin } from "@/lib/accounts/admins/mutations";
import { adminSummarySchema, editAdminSchema } from "@/lib/accounts/admins/schema";
import { superadminCall } from "../../../call";

export const PUT = superadminCall("people", {
  summary: "Edit an admin",
  description: "Without a password, the current one is kept. A new password or email address ends the sessions of the admin.",
  needsProof: true,
  body: editAdminSchema,
  example: { name: "Grace Quay", email: "grace@example.com" },
  answer: { admin: adminSummarySchema },
  errors: [409],
})(async ({ viewer, id, body, client }) => ({ message: "Admin updated successfully", admin: await editAdmin(viewer, id, body, client) }));
