import { listProjectPage } from "@/lib/projects/lists/data";
import { managedListQuerySchema, projectPageSchema } from "@/lib/projects/schema";
import { adminCall } from "../../call";

export const GET = adminCall("publish-read", { summary: "List projects", query: managedListQuerySchema, answer: projectPageSchema })(
  ({ viewer, query }) => listProjectPage(viewer, query),
);
