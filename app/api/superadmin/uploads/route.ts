import { listUnfinishedUploads } from "@/lib/imports/uploads/data";
import { unfinishedUploadsSchema } from "@/lib/imports/uploads/schema";
import { superadminCall } from "../../call";

export const GET = superadminCall("read", {
  summary: "List all unfinished uploads",
  description: "Returns the uploads of all accounts, newest first.",
  answer: unfinishedUploadsSchema,
})(({ viewer }) => listUnfinishedUploads(viewer));
