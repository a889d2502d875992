import { findExisting } from "@/lib/files/data";
import { existingSchema } from "@/lib/files/schema";
import { fileChange } from "../file-change";

export const POST = fileChange("read", existingSchema, findExisting);
