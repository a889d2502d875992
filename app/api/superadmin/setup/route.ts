import { dismissSetup } from "@/lib/projects/setup/mutations";
import { setupChangeSchema } from "@/lib/projects/setup/schema";
import { superadminCall } from "../../call";

export const PUT = superadminCall("write", {
  summary: "Hide or show the checklist of a new installation",
  body: setupChangeSchema,
  example: { isDismissed: true },
})(async ({ viewer, body }) => {
  await dismissSetup(viewer, body.isDismissed);
  return { message: body.isDismissed ? "Checklist dismissed" : "Checklist shown" };
});
