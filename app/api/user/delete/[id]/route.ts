import { deleteAccount } from "@/lib/accounts/mutations";
import { adminCall } from "../../../call";

export const DELETE = adminCall("people")({}, async ({ viewer, id, client }) => {
  await deleteAccount({ role: "user", id }, viewer, client);
  return { message: "User deleted successfully" };
});
