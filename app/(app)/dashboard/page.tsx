import type { Metadata } from "next";
import { AdminDashboardScreen, SetupChecklist, SuperadminDashboardScreen, UserDashboardScreen } from "@/components/dashboard/dashboards";
import { readPreferences } from "@/lib/accounts/data";
import { pageViewer } from "@/lib/accounts/sessions/page";
import { isAdmin, isSuperadmin } from "@/lib/accounts/sessions/policy";
import { mapsOriginPattern } from "@/lib/maps/origins/origin";
import { readSetup } from "@/lib/projects/setup/data";
import { readFavourites, readRecentlyOpened } from "@/lib/projects/stats/data";
import { findLinks } from "../projects/find-linked";

export const metadata: Metadata = { title: "Dashboard" };

export default async function DashboardPage({ searchParams }: PageProps<"/dashboard">) {
  const viewer = await pageViewer();
  const given = { name: viewer.name, ...(await findLinks(viewer, await searchParams)), mapsOrigin: mapsOriginPattern() };
  if (isSuperadmin(viewer)) {
    const setup = await readSetup(viewer);
    return <SuperadminDashboardScreen {...given} setup={setup && <SetupChecklist setup={setup} />} />;
  }
  if (isAdmin(viewer)) return <AdminDashboardScreen {...given} />;
  const [{ projectLayout }, recentlyOpened, favourites] = await Promise.all([
    readPreferences(viewer.accountId),
    readRecentlyOpened(viewer),
    readFavourites(viewer),
  ]);
  return <UserDashboardScreen {...given} layout={projectLayout} recentlyOpened={recentlyOpened} favourites={favourites} />;
}
