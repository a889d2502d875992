import { deleteRoute } from "../../../accounts";
import { adminCall } from "../../../call";

export const DELETE = deleteRoute("user", adminCall);
