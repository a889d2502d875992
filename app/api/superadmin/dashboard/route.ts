import { readSuperadminDashboard } from "@/lib/projects/stats/data";
import { superadminDashboardSchema } from "@/lib/projects/stats/schema";
import { superadminCall } from "../../call";

export const GET = superadminCall("read", { summary: "Get the dashboard of superadmins", answer: superadminDashboardSchema })(
  ({ viewer }) => readSuperadminDashboard(viewer),
);
