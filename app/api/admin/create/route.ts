import { createAdmin } from "@/lib/accounts/admins/mutations";
import { adminSummarySchema, newAdminSchema } from "@/lib/accounts/admins/schema";
import { superadminCall } from "../../call";

export const POST = superadminCall("people", {
  summary: "Create an admin",
  description:
    "With `invite: true` instead of a password, sends a mail with a link. Without a mail server, create the link with another call.",
  needsProof: true,
  body: newAdminSchema,
  example: { name: "Grace Quay", email: "grace@example.com", password: "a long pass phrase" },
  status: 201,
  answer: { admin: adminSummarySchema },
  errors: [409],
})(async ({ viewer, body, client }) => {
  const message = body.invite ? "Admin invited successfully" : "Admin created successfully";
  return { message, admin: await createAdmin(viewer, body, client) };
});
