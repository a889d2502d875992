import { deleteRoute } from "../../../accounts";
import { superadminCall } from "../../../call";

export const DELETE = deleteRoute("admin", superadminCall);
