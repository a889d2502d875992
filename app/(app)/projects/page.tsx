import type { Metadata } from "next";
import { ProjectScreen } from "@/components/projects/project-screen";
import { env } from "@/lib/env";
import { ROWS_PER_PAGE } from "@/lib/paging/schema";
import { listProjectPage } from "@/lib/projects/data";
import { projectListQuerySchema } from "@/lib/projects/schema";
import { pageViewer } from "@/lib/sessions/page";
import { isAdmin } from "@/lib/sessions/policy";
import { AssignedPage } from "./assigned-page";
import { findLinkedMap } from "./linked-map";

export const metadata: Metadata = { title: "Project Management" };

/** /projects: the project-management screen for admins, the assigned projects for everybody else. */
export default async function ProjectsPage({ searchParams }: PageProps<"/projects">) {
  const viewer = await pageViewer();
  if (!isAdmin(viewer)) return <AssignedPage viewer={viewer} searchParams={await searchParams} />;
  const [linked, initial] = await Promise.all([
    findLinkedMap(viewer, await searchParams),
    listProjectPage(viewer, { ...projectListQuerySchema.parse({}), limit: ROWS_PER_PAGE }),
  ]);
  const account = { id: viewer.accountId, email: viewer.email };
  return <ProjectScreen initial={initial} linked={linked} mapsOrigin={env().mapsOrigin} account={account} />;
}
