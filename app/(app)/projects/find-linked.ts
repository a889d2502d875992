import type { Links } from "@/components/shared/list/use-linked-project";
import type { Viewer } from "@/lib/accounts/sessions/schema";
import { findProject } from "@/lib/projects/data";

/** Returns the projects that the URL names. The `project` of a link is null when the viewer may not see it. */
export async function findLinks(viewer: Viewer, { map, project, files }: Awaited<PageProps<"/projects">["searchParams"]>): Promise<Links> {
  const find = async (safeName: unknown) =>
    typeof safeName === "string" ? { safeName, project: await findProject(viewer, safeName) } : null;
  return { linked: await find(map), linkedProject: await find(project), linkedFiles: await find(files) };
}
