import { AssignedScreen } from "@/components/projects/assigned/assigned-screen";
import type { Viewer } from "@/lib/accounts/sessions/schema";
import { env } from "@/lib/env";
import { findLinkedMap } from "./linked-map";

interface AssignedPageProps {
  viewer: Viewer;
  searchParams: Record<string, string | string[] | undefined>;
}

/** My Assigned Projects: what a plain user sees at /projects (spec 000 §2). */
export async function AssignedPage({ viewer, searchParams }: AssignedPageProps) {
  return <AssignedScreen linked={await findLinkedMap(viewer, searchParams)} mapsOrigin={env().mapsOrigin} />;
}
