import { listUserPage } from "@/lib/accounts/users/data";
import { userListQuerySchema, userPageSchema } from "@/lib/accounts/users/schema";
import { adminCall } from "../../call";

export const GET = adminCall("people-read", { summary: "List users", query: userListQuerySchema, answer: userPageSchema })(
  ({ viewer, query }) => listUserPage(viewer, query),
);
