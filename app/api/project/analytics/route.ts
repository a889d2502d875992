import { readAnalytics } from "@/lib/projects/analytics/data";
import { analyticsQuerySchema } from "@/lib/projects/analytics/schema";
import { adminCall } from "../../call";

export const GET = adminCall("read")({ query: analyticsQuerySchema }, ({ viewer, query }) => readAnalytics(viewer, query.days));
