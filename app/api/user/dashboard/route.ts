import { readUserDashboard } from "@/lib/projects/stats/data";
import { viewerCall } from "../../call";

export const GET = viewerCall("read")({}, ({ viewer }) => readUserDashboard(viewer));
