import { readAdminDashboard } from "@/lib/projects/stats/data";
import { adminCall } from "../../call";

export const GET = adminCall("read")({}, ({ viewer }) => readAdminDashboard(viewer));
