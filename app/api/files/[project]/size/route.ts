import { measureItems } from "@/lib/files/data";
import { sizeAnswerSchema, sizeSchema } from "@/lib/files/schema";
import { fileChange } from "../file-change";

export const POST = fileChange("read", {
  summary: "Calculate the size of files and folders",
  body: sizeSchema,
  example: { itemPaths: ["tiles"] },
  answer: sizeAnswerSchema,
  errors: [422],
})(measureItems);
