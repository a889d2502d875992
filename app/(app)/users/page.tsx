import type { Metadata } from "next";
import { ASSIGNED_SHOWN } from "@/components/users/assigned-shown";
import { UserScreen } from "@/components/users/user-screen";
import { ROWS_PER_PAGE } from "@/lib/paging/schema";
import { pageAdmin } from "@/lib/sessions/page";
import { isSuperadmin } from "@/lib/sessions/policy";
import { listUserPage } from "@/lib/users/data";
import { userListQuerySchema } from "@/lib/users/schema";

export const metadata: Metadata = { title: "User Management" };

/** /users: for admins and superadmins, in a variant each; everybody else is sent to /. */
export default async function UsersPage() {
  const viewer = await pageAdmin();
  const initial = await listUserPage(viewer, { ...userListQuerySchema.parse({}), assigned: ASSIGNED_SHOWN, limit: ROWS_PER_PAGE });
  return <UserScreen initial={initial} showsPasswords={!isSuperadmin(viewer)} />;
}
