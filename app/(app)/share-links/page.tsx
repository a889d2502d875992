import type { Metadata } from "next";
import { ShareLinksScreen } from "@/components/access/share-links-screen";
import { readListQuery } from "@/components/shared/list/list-query";
import { pageSuperadmin } from "@/lib/accounts/sessions/page";
import { ROWS_PER_PAGE } from "@/lib/http/paging/values";
import { listAllShareLinks } from "@/lib/projects/share-links/data";
import { shareLinkListQuerySchema } from "@/lib/projects/share-links/schema";
import { SHARE_LINK_SORTS } from "@/lib/projects/share-links/values";

export const metadata: Metadata = { title: "Share Links" };

export default async function ShareLinksPage({ searchParams }: PageProps<"/share-links">) {
  const viewer = await pageSuperadmin();
  const parameters = await searchParams;
  const query = readListQuery((name) => [parameters[name]].flat()[0], SHARE_LINK_SORTS);
  const listQuery = shareLinkListQuerySchema.safeParse(query).data;
  const page = listQuery && (await listAllShareLinks(viewer, { ...listQuery, limit: ROWS_PER_PAGE }));
  return <ShareLinksScreen initial={page ? { query, page } : null} />;
}
