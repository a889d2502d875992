import { dismissImport } from "@/lib/imports/mutations";
import { adminCall } from "../../../call";

export const DELETE = adminCall("write")({}, async ({ viewer, id }) => {
  await dismissImport(viewer, id);
  return { message: "Failed upload dismissed" };
});
