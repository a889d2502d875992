import { listProjectNames } from "@/lib/projects/data";
import { adminCall } from "../../call";

export const GET = adminCall({}, async ({ viewer }) => ({ projects: await listProjectNames(viewer) }));
