import { listAssignedPage } from "@/lib/projects/lists/data";
import { assignedListQuerySchema, assignedPageSchema } from "@/lib/projects/schema";
import { viewerCall } from "../../call";

export const GET = viewerCall("read", {
  summary: "List the projects assigned to me",
  query: assignedListQuerySchema,
  answer: assignedPageSchema,
})(({ viewer, query }) => listAssignedPage(viewer, query));
