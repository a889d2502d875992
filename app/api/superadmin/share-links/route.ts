import { listAllShareLinks } from "@/lib/projects/share-links/data";
import { shareLinkListQuerySchema } from "@/lib/projects/share-links/schema";
import { superadminCall } from "../../call";

export const GET = superadminCall("read")({ query: shareLinkListQuerySchema }, ({ viewer, query }) => listAllShareLinks(viewer, query));
