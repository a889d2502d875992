import { findExisting } from "@/lib/files/data";
import { existingAnswerSchema, existingSchema } from "@/lib/files/schema";
import { fileChange } from "../file-change";

export const POST = fileChange("read", {
  summary: "Find existing files",
  description: "Returns the files that an upload of these paths would replace. Call it before you upload.",
  body: existingSchema,
  example: { targetPath: "", paths: ["index.html"] },
  answer: existingAnswerSchema,
})(findExisting);
