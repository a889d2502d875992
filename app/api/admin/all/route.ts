import { listAdminPage } from "@/lib/accounts/admins/data";
import { adminListQuerySchema, adminPageSchema } from "@/lib/accounts/admins/schema";
import { superadminCall } from "../../call";

export const GET = superadminCall("people-read", { summary: "List admins", query: adminListQuerySchema, answer: adminPageSchema })(
  ({ viewer, query }) => listAdminPage(viewer, query),
);
