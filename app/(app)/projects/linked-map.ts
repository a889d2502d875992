import type { LinkedMap } from "@/components/map-viewer/map-viewer";
import type { Viewer } from "@/lib/accounts/sessions/schema";
import { findProject } from "@/lib/projects/data";

/** The map that `?map=` of a page's address names, if this person may see it. */
export async function findLinkedMap(
  viewer: Viewer,
  searchParams: Record<string, string | string[] | undefined>,
): Promise<LinkedMap | null> {
  const safeName = searchParams["map"];
  return typeof safeName === "string" ? { safeName, project: await findProject(viewer, safeName) } : null;
}
