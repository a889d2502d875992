import { listShareLinks } from "@/lib/projects/share-links/data";
import { createShareLink } from "@/lib/projects/share-links/mutations";
import { createShareLinkSchema, projectShareLinksQuerySchema } from "@/lib/projects/share-links/schema";
import { adminCall } from "../../call";

export const GET = adminCall("read")({ query: projectShareLinksQuerySchema }, ({ viewer, query }) =>
  listShareLinks(viewer, query.projectId),
);

export const POST = adminCall("write")({ body: createShareLinkSchema }, async ({ viewer, body, client }) => {
  return { message: "Link created", ...(await createShareLink(viewer, body, client)) };
});
