import { listAdminPage } from "@/lib/accounts/admins/data";
import { adminListQuerySchema } from "@/lib/accounts/admins/schema";
import { superadminCall } from "../../call";

export const GET = superadminCall("people-read")({ query: adminListQuerySchema }, ({ viewer, query }) => listAdminPage(viewer, query));
