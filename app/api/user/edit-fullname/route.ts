import { ownProfileRoute } from "../../own-account";

export const PUT = ownProfileRoute("user", "user");
