import { measureItems } from "@/lib/files/data";
import { sizeSchema } from "@/lib/files/schema";
import { fileChange } from "../file-change";

export const POST = fileChange("read", sizeSchema, measureItems);
