import { listTrashedProjects } from "@/lib/projects/trash/data";
import { adminCall } from "../../call";

export const GET = adminCall({}, async ({ viewer }) => ({ projects: await listTrashedProjects(viewer) }));
