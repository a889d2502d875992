import { z } from "zod";

const ROLES = ["superadmin", "admin", "user"] as const;

const MISTAKE = "REQUIRE_MFA must be roles with commas between them: superadmin, admin, user";

/** Variables of two-step verification. */
export const mfaVariables = {
  REQUIRE_MFA: z
    .string()
    .transform((value) => value.split(",").map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES, MISTAKE)))
    .default([])
    .describe("Roles that must set up two-step verification, with commas between, such as `superadmin,admin`. If unset: none."),
};
