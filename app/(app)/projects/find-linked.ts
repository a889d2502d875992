import type { Linked } from "@/components/shared/list/use-linked-project";
import type { Viewer } from "@/lib/accounts/sessions/schema";
import { findProject } from "@/lib/projects/data";
import type { ProjectSummary } from "@/lib/projects/schema";

/** Returns the project that a parameter of the URL names, or null without one. Its `project` is null when the viewer may not see it. */
async function findLinked(viewer: Viewer, safeName: string | string[] | undefined): Promise<Linked<ProjectSummary> | null> {
  return typeof safeName === "string" ? { safeName, project: await findProject(viewer, safeName) } : null;
}

/** Returns the projects that `?map=` and `?project=` name. */
export async function findLinks(viewer: Viewer, { map, project }: Awaited<PageProps<"/projects">["searchParams"]>) {
  const [linked, linkedProject] = await Promise.all([findLinked(viewer, map), findLinked(viewer, project)]);
  return { linked, linkedProject };
}
