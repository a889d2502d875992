import type { Metadata } from "next";
import { AssignedScreen } from "@/components/projects/assigned/assigned-screen";
import { countFilters, readProjectFilters } from "@/components/projects/list/project-filters";
import { ProjectScreen } from "@/components/projects/project-screen";
import { readListQuery } from "@/components/shared/list/list-query";
import { readPreferences } from "@/lib/accounts/data";
import { pageViewer } from "@/lib/accounts/sessions/page";
import { isAdmin } from "@/lib/accounts/sessions/policy";
import { ROWS_PER_PAGE } from "@/lib/http/paging/values";
import { mapsOriginPattern } from "@/lib/maps/origins/origin";
import { listProjectPage } from "@/lib/projects/lists/data";
import { projectListQuerySchema, projectSortSchema } from "@/lib/projects/schema";
import { findLinks } from "./find-linked";

export const metadata: Metadata = { title: "Project Management" };

/** Shows the project management to admins and the assigned projects to users. */
export default async function ProjectsPage({ searchParams }: PageProps<"/projects">) {
  const viewer = await pageViewer();
  const parameters = await searchParams;
  const links = findLinks(viewer, parameters);
  const preferences = readPreferences(viewer.accountId);
  if (!isAdmin(viewer)) {
    const [linked, { projectLayout }] = await Promise.all([links, preferences]);
    return <AssignedScreen {...linked} mapsOrigin={mapsOriginPattern()} layout={projectLayout} />;
  }
  const parameter = (name: string) => [parameters[name]].flat()[0];
  const query = readListQuery(parameter, projectSortSchema.options);
  // Only the browser knows the user's time zone.
  const isFiltered = countFilters(readProjectFilters(parameter, true)) > 0;
  const asked = isFiltered ? undefined : projectListQuerySchema.safeParse(query).data;
  const [linked, { projectLayout }, page] = await Promise.all([
    links,
    preferences,
    asked && listProjectPage(viewer, { ...asked, limit: ROWS_PER_PAGE }),
  ]);
  const account = { id: viewer.accountId, email: viewer.email, isLimited: viewer.limit !== null };
  return (
    <ProjectScreen
      initial={page ? { query, page } : null}
      {...linked}
      mapsOrigin={mapsOriginPattern()}
      layout={projectLayout}
      account={account}
    />
  );
}
