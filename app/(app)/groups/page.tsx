import type { Metadata } from "next";
import { GROUP_PARAMETER } from "@/components/groups/group-texts";
import { GroupsScreen } from "@/components/groups/groups-screen";
import { readListQuery } from "@/components/shared/list/list-query";
import { listGroupPage } from "@/lib/accounts/groups/data";
import { groupListQuerySchema } from "@/lib/accounts/groups/schema";
import { GROUP_SORTS } from "@/lib/accounts/groups/values";
import { pageAdmin } from "@/lib/accounts/sessions/page";
import { env } from "@/lib/env";
import { ROWS_PER_PAGE } from "@/lib/http/paging/values";

export const metadata: Metadata = { title: "Groups" };

export default async function GroupsPage({ searchParams }: PageProps<"/groups">) {
  const viewer = await pageAdmin();
  const parameters = await searchParams;
  const query = readListQuery((name) => [parameters[name]].flat()[0], GROUP_SORTS);
  const listQuery = parameters[GROUP_PARAMETER] === undefined ? groupListQuerySchema.safeParse(query).data : undefined;
  const page = listQuery && (await listGroupPage(viewer, { ...listQuery, limit: ROWS_PER_PAGE }));
  const { oidc, smtpUrl } = env();
  const claim = oidc?.groupsClaim ?? null;
  return (
    <GroupsScreen initial={page ? { query, page } : null} claim={claim} sendsMail={smtpUrl !== null} mayEdit={viewer.limit === null} />
  );
}
