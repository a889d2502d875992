import type { Metadata } from "next";
import { AssignedScreen } from "@/components/projects/assigned/assigned-screen";
import { countFilters, readProjectFilters } from "@/components/projects/list/project-filters";
import { ProjectScreen } from "@/components/projects/project-screen";
import { readListQuery } from "@/components/shared/list/list-query";
import { pageViewer } from "@/lib/accounts/sessions/page";
import { isAdmin } from "@/lib/accounts/sessions/policy";
import { ROWS_PER_PAGE } from "@/lib/http/paging/schema";
import { mapsOriginPattern } from "@/lib/maps/origins/origin";
import { findProject, listProjectPage } from "@/lib/projects/data";
import { projectListQuerySchema, projectSortSchema } from "@/lib/projects/schema";
import { findLinkedMap } from "./linked-map";

export const metadata: Metadata = { title: "Project Management" };

/** Shows the project management to admins and the assigned projects to users. */
export default async function ProjectsPage({ searchParams }: PageProps<"/projects">) {
  const viewer = await pageViewer();
  const parameters = await searchParams;
  if (!isAdmin(viewer)) return <AssignedScreen linked={await findLinkedMap(viewer, parameters)} mapsOrigin={mapsOriginPattern()} />;
  const parameter = (name: string) => [parameters[name]].flat()[0];
  const query = readListQuery(parameter, projectSortSchema.options);
  // Only the browser knows the user's time zone.
  const isFiltered = countFilters(readProjectFilters(parameter, true)) > 0;
  const asked = isFiltered ? undefined : projectListQuerySchema.safeParse(query).data;
  const files = parameter("files");
  const [linked, linkedFiles, page] = await Promise.all([
    findLinkedMap(viewer, parameters),
    files === undefined ? null : findProject(viewer, files),
    asked && listProjectPage(viewer, { ...asked, limit: ROWS_PER_PAGE }),
  ]);
  const account = { id: viewer.accountId, email: viewer.email };
  return (
    <ProjectScreen
      initial={page ? { query, page } : null}
      linked={linked}
      linkedFiles={linkedFiles && { name: linkedFiles.name, safeName: linkedFiles.safeName }}
      mapsOrigin={mapsOriginPattern()}
      account={account}
    />
  );
}
