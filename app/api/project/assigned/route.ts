import { listAssignedPage } from "@/lib/projects/data";
import { assignedListQuerySchema } from "@/lib/projects/schema";
import { viewerCall } from "../../call";

export const GET = viewerCall("read")({ query: assignedListQuerySchema }, ({ viewer, query }) => listAssignedPage(viewer, query));
