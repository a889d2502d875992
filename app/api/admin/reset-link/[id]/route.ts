import { resetLinkRoute } from "../../../accounts";
import { superadminCall } from "../../../call";

export const POST = resetLinkRoute("admin", superadminCall);
