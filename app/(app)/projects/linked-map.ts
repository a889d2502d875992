import type { LinkedMap } from "@/components/map-viewer/map-viewer";
import type { Viewer } from "@/lib/accounts/sessions/schema";
import { findProject } from "@/lib/projects/data";

/** Returns the map that `?map=` names, or null without one. Its `project` is null when the viewer may not see it. */
export async function findLinkedMap(
  viewer: Viewer,
  searchParams: Awaited<PageProps<"/projects">["searchParams"]>,
): Promise<LinkedMap | null> {
  const safeName = searchParams["map"];
  return typeof safeName === "string" ? { safeName, project: await findProject(viewer, safeName) } : null;
}
