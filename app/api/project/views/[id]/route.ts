import { parseProjectId } from "@/lib/projects/versions/data";
import { readProjectViews } from "@/lib/projects/views/data";
import { projectViewsQuerySchema, projectViewsSchema } from "@/lib/projects/views/schema";
import { adminCall } from "../../../call";

export const GET = adminCall("read", {
  summary: "Get the views of a map",
  description: "Returns who opened the map of a project on the last days, by day and version, with the number of all views.",
  query: projectViewsQuerySchema,
  answer: projectViewsSchema,
})(({ viewer, id, query }) => readProjectViews(viewer, parseProjectId(viewer, id), query));
