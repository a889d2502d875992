import { browseFolder, findScope } from "@/lib/files/data";
import { browseQuerySchema, folderPageSchema } from "@/lib/files/schema";
import { adminCall } from "../../../call";

export const GET = adminCall("read", {
  summary: "List a folder",
  description: "Returns the whole folder, or a page of it when `limit` is given. Folders come first.",
  query: browseQuerySchema,
  answer: folderPageSchema,
  errors: [409],
})(async ({ viewer, query, id }) => browseFolder(await findScope(viewer, id), query));
