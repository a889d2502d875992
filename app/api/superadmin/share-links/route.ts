import { listAllShareLinks } from "@/lib/projects/share-links/data";
import { shareLinkListQuerySchema, shareLinkPageSchema } from "@/lib/projects/share-links/schema";
import { superadminCall } from "../../call";

export const GET = superadminCall("read", {
  summary: "List the share links of all projects",
  query: shareLinkListQuerySchema,
  answer: shareLinkPageSchema,
})(({ viewer, query }) => listAllShareLinks(viewer, query));
