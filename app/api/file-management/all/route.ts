import { listPlatformFiles } from "@/lib/files/platform/data";
import { fileListQuerySchema } from "@/lib/files/platform/schema";
import { superadminCall } from "../../call";

export const GET = superadminCall("read")({ query: fileListQuerySchema }, ({ viewer, query }) => listPlatformFiles(viewer, query));
