import { listTrashedProjects } from "@/lib/projects/trash/data";
import { adminCall } from "../../call";

export const GET = adminCall("read")({}, async ({ viewer }) => ({ projects: await listTrashedProjects(viewer) }));
