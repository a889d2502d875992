import { listProjectPage } from "@/lib/projects/data";
import { managedListQuerySchema } from "@/lib/projects/schema";
import { adminCall } from "../../call";

export const GET = adminCall("publish-read")({ query: managedListQuerySchema }, ({ viewer, query }) => listProjectPage(viewer, query));
