import { requestAccess } from "@/lib/projects/access-requests/mutations";
import { ACCESS_REQUESTED, requestAccessSchema } from "@/lib/projects/access-requests/schema";
import { viewerCall } from "../../call";

export const POST = viewerCall("write")({ body: requestAccessSchema }, async ({ viewer, body, client }) => {
  await requestAccess(viewer, body.safeName, client);
  return { message: ACCESS_REQUESTED };
});
