import { listUserPage } from "@/lib/accounts/users/data";
import { userListQuerySchema } from "@/lib/accounts/users/schema";
import { adminCall } from "../../call";

export const GET = adminCall("people-read")({ query: userListQuerySchema }, ({ viewer, query }) => listUserPage(viewer, query));
