import { requestAccess } from "@/lib/projects/access-requests/mutations";
import { ACCESS_REQUESTED, requestAccessSchema } from "@/lib/projects/access-requests/schema";
import { viewerCall } from "../../call";

export const POST = viewerCall("write", {
  summary: "Request access to a map",
  description: "Asks the admins to share a map, once a day for each map. The answer is the same for a map that does not exist.",
  body: requestAccessSchema,
  example: { safeName: "harbour-2026" },
  errors: [429],
})(async ({ viewer, body, client }) => {
  await requestAccess(viewer, body.safeName, client);
  return { message: ACCESS_REQUESTED };
});
