import { ownPasswordRoute } from "../../own-account";

export const POST = ownPasswordRoute("superadmin");
