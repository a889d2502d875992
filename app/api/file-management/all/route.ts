import { listPlatformFiles } from "@/lib/files/platform/data";
import { FILES_WITHOUT_LIMIT, fileListQuerySchema, platformFilePageSchema } from "@/lib/files/platform/schema";
import { superadminCall } from "../../call";

export const GET = superadminCall("read", {
  summary: "List all files",
  description: `Returns at most ${FILES_WITHOUT_LIMIT} files, or a page when \`limit\` is given.`,
  query: fileListQuerySchema,
  answer: platformFilePageSchema,
})(({ viewer, query }) => listPlatformFiles(viewer, query));
