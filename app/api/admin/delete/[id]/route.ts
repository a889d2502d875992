import { deleteAccount } from "@/lib/accounts/mutations";
import { superadminCall } from "../../../call";

export const DELETE = superadminCall("people")({}, async ({ viewer, id, client }) => {
  await deleteAccount({ role: "admin", id }, viewer, client);
  return { message: "Admin deleted successfully" };
});
