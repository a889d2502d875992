import type { Metadata } from "next";
import type { LinkedMap } from "@/components/map-viewer/map-viewer";
import { AssignedProjects } from "@/components/projects/assigned-projects";
import { ProjectScreen } from "@/components/projects/project-screen";
import { env } from "@/lib/env";
import { ROWS_PER_PAGE } from "@/lib/paging/schema";
import { findProject, listAssignedProjects, listProjectPage } from "@/lib/projects/data";
import { projectListQuerySchema } from "@/lib/projects/schema";
import { pageViewer } from "@/lib/sessions/page";
import { isAdmin } from "@/lib/sessions/policy";
import type { Viewer } from "@/lib/sessions/schema";

export const metadata: Metadata = { title: "Project Management" };

async function findLinkedMap(viewer: Viewer, safeName: string | string[] | undefined): Promise<LinkedMap | null> {
  return typeof safeName === "string" ? { safeName, project: await findProject(viewer, safeName) } : null;
}

/** /projects: the project-management screen for admins, the assigned projects for everybody else. */
export default async function ProjectsPage({ searchParams }: PageProps<"/projects">) {
  const viewer = await pageViewer();
  const linked = findLinkedMap(viewer, (await searchParams)["map"]);
  const { mapsOrigin } = env();
  if (!isAdmin(viewer)) {
    const projects = await listAssignedProjects(viewer);
    return <AssignedProjects projects={projects} linked={await linked} mapsOrigin={mapsOrigin} />;
  }
  const initial = await listProjectPage(viewer, { ...projectListQuerySchema.parse({}), limit: ROWS_PER_PAGE });
  const account = { id: viewer.accountId, email: viewer.email };
  return <ProjectScreen initial={initial} linked={await linked} mapsOrigin={mapsOrigin} account={account} />;
}
