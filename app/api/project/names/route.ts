import { listProjectNames } from "@/lib/projects/data";
import { adminCall } from "../../call";

export const GET = adminCall("people-read")({}, async ({ viewer }) => ({ projects: await listProjectNames(viewer) }));
