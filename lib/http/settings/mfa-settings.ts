import { z } from "zod";
import { flag } from "./flag";

const ROLES = ["superadmin", "admin", "user"] as const;

const MISTAKE = "REQUIRE_MFA must be roles with commas between them: superadmin, admin, user";

/** Variables of second factors, and of passwords that the account has not chosen. */
export const mfaVariables = {
  REQUIRE_MFA: z
    .string()
    .transform((value) => value.split(",").map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES, MISTAKE)))
    .default([])
    .describe("Roles that must set up two-step verification, with commas between, such as `superadmin,admin`. If unset: none."),
  REQUIRE_PASSWORD_CHANGE: flag
    .default(false)
    .describe("`1`: accounts must replace a password that another account, `npm run admin` or the first start has set."),
};

/** Returns the roles whose accounts must replace such a password. With `OIDC_ONLY`, only superadmins use passwords. */
export function readPasswordRoles(values: { REQUIRE_PASSWORD_CHANGE: boolean; OIDC_ONLY: boolean }): (typeof ROLES)[number][] {
  return values.REQUIRE_PASSWORD_CHANGE ? ROLES.filter((role) => role === "superadmin" || !values.OIDC_ONLY) : [];
}
