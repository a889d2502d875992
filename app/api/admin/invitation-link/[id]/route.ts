import { invitationLinkRoute } from "../../../accounts";
import { superadminCall } from "../../../call";

export const POST = invitationLinkRoute("admin", superadminCall);
