import { readAdminDashboard } from "@/lib/projects/stats/data";
import { adminDashboardSchema } from "@/lib/projects/stats/schema";
import { adminCall } from "../../call";

export const GET = adminCall("read", { summary: "Get the dashboard of admins", answer: adminDashboardSchema })(({ viewer }) =>
  readAdminDashboard(viewer),
);
