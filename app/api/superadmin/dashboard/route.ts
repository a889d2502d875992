import { readSuperadminDashboard } from "@/lib/projects/stats/data";
import { superadminCall } from "../../call";

export const GET = superadminCall("read")({}, ({ viewer }) => readSuperadminDashboard(viewer));
