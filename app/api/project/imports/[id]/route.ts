import { dismissImport } from "@/lib/imports/mutations";
import { adminCall } from "../../../call";

export const DELETE = adminCall("write", {
  summary: "Dismiss a failed import",
  description: "Removes a failed import of the caller from the list.",
})(async ({ viewer, id }) => {
  await dismissImport(viewer, id);
  return { message: "Failed upload dismissed" };
});
