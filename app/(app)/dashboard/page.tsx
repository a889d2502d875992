import type { Metadata } from "next";
import {
  AdminDashboardScreen,
  AttentionSection,
  SetupChecklist,
  SuperadminDashboardScreen,
  UserDashboardScreen,
} from "@/components/dashboard/dashboards";
import { readPreferences } from "@/lib/accounts/data";
import { noteVisit } from "@/lib/accounts/profile/mutations";
import { pageViewer } from "@/lib/accounts/sessions/page";
import { isAdmin, isSuperadmin } from "@/lib/accounts/sessions/policy";
import { ROWS_PER_PAGE } from "@/lib/http/paging/values";
import { listImports } from "@/lib/imports/data";
import { logger } from "@/lib/logging/logger";
import { mapsOriginPattern } from "@/lib/maps/origins/origin";
import { readAttention } from "@/lib/projects/attention/data";
import { listAssignedPage } from "@/lib/projects/lists/data";
import { assignedListQuerySchema } from "@/lib/projects/schema";
import { readSetup } from "@/lib/projects/setup/data";
import { readFavourites, readRecentlyOpened } from "@/lib/projects/stats/data";
import { findLinks } from "../projects/find-linked";

export const metadata: Metadata = { title: "Dashboard" };

export default async function DashboardPage({ searchParams }: PageProps<"/dashboard">) {
  const viewer = await pageViewer();
  const parameters = await searchParams;
  const given = { name: viewer.name, ...(await findLinks(viewer, parameters)), mapsOrigin: mapsOriginPattern() };
  if (isAdmin(viewer)) {
    const [attention, imports] = await Promise.all([readAttention(viewer), listImports(viewer)]);
    const failedImports = imports.filter(({ status }) => status === "error");
    const section = <AttentionSection attention={attention} failedImports={failedImports} />;
    if (!isSuperadmin(viewer)) return <AdminDashboardScreen {...given} attention={section} />;
    const setup = await readSetup(viewer);
    return <SuperadminDashboardScreen {...given} attention={section} setup={setup && <SetupChecklist setup={setup} />} />;
  }
  const query = { search: "", sort: "all" } as const;
  // Only the browser knows the user's time zone, which filters need.
  const isPlain = !["search", "sort", "createdBy", "from", "to"].some((name) => name in parameters);
  const [{ projectLayout }, since, recentlyOpened, favourites, page] = await Promise.all([
    readPreferences(viewer.accountId, "gallery"),
    // A full disk must not keep anyone from their maps.
    noteVisit(viewer.accountId).catch((error: unknown) => {
      logger.warn({ err: error }, "visit not noted");
      return null;
    }),
    readRecentlyOpened(viewer),
    readFavourites(viewer),
    isPlain ? listAssignedPage(viewer, { ...assignedListQuerySchema.parse(query), limit: ROWS_PER_PAGE }) : null,
  ]);
  const first = [...new Map([...recentlyOpened, ...favourites].map((project) => [project._id, project])).values()];
  return <UserDashboardScreen {...given} layout={projectLayout} first={first} since={since} initial={page && { query, page }} />;
}
