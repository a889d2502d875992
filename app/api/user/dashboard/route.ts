import { readUserDashboard } from "@/lib/projects/stats/data";
import { userDashboardSchema } from "@/lib/projects/stats/schema";
import { viewerCall } from "../../call";

export const GET = viewerCall("read", {
  summary: "Get my dashboard",
  description: "Returns statistics of the projects assigned to the caller.",
  answer: userDashboardSchema,
})(({ viewer }) => readUserDashboard(viewer));
