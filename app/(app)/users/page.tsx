import type { Metadata } from "next";
import { ASSIGNED_SHOWN, readUserFilters } from "@/components/people/people-texts";
import { UserScreen } from "@/components/people/users/user-screen";
import { readListQuery } from "@/components/shared/list/list-query";
import { pageAdmin } from "@/lib/accounts/sessions/page";
import { isSuperadmin } from "@/lib/accounts/sessions/policy";
import { listUserPage } from "@/lib/accounts/users/data";
import { userListQuerySchema } from "@/lib/accounts/users/schema";
import { USER_SORTS } from "@/lib/accounts/values";
import { env } from "@/lib/env";
import { ROWS_PER_PAGE } from "@/lib/http/paging/values";

export const metadata: Metadata = { title: "User Management" };

export default async function UsersPage({ searchParams }: PageProps<"/users">) {
  const viewer = await pageAdmin();
  const parameters = await searchParams;
  const get = (name: string) => [parameters[name]].flat()[0];
  const query = readListQuery(get, USER_SORTS);
  const filters = readUserFilters(get);
  const listQuery = userListQuerySchema.safeParse({ ...query, ...filters }).data;
  const page = listQuery && (await listUserPage(viewer, { ...listQuery, assigned: ASSIGNED_SHOWN, limit: ROWS_PER_PAGE }));
  return (
    <UserScreen
      initial={page ? { query, page, fields: { assigned: String(ASSIGNED_SHOWN), ...filters } } : null}
      showsPasswords={!isSuperadmin(viewer)}
      sendsMail={env().smtpUrl !== null}
    />
  );
}
