import { ownProfileRoute } from "../../own-account";

export const PUT = ownProfileRoute("admin", "admin");
