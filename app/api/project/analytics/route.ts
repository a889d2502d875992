import { readAnalytics } from "@/lib/projects/analytics/data";
import { analyticsQuerySchema, analyticsSchema } from "@/lib/projects/analytics/schema";
import { adminCall } from "../../call";

export const GET = adminCall("read", {
  summary: "Get the map analytics",
  description:
    "Returns how often maps were opened in the last days, the maps without views, and the users without a map. Superadmins also get the accounts.",
  query: analyticsQuerySchema,
  answer: analyticsSchema,
})(({ viewer, query }) => readAnalytics(viewer, query.days));
