import { AssignedProjects } from "@/components/projects/assigned-projects";
import { env } from "@/lib/env";
import { listAssignedProjects } from "@/lib/projects/data";
import type { Viewer } from "@/lib/sessions/schema";
import { findLinkedMap } from "./linked-map";

interface AssignedPageProps {
  viewer: Viewer;
  searchParams: Record<string, string | string[] | undefined>;
}

/** My Assigned Projects: what a plain user sees at /projects and at /dashboard (spec 000 §2). */
export async function AssignedPage({ viewer, searchParams }: AssignedPageProps) {
  const [projects, linked] = await Promise.all([listAssignedProjects(viewer), findLinkedMap(viewer, searchParams)]);
  return <AssignedProjects projects={projects} linked={linked} mapsOrigin={env().mapsOrigin} />;
}
