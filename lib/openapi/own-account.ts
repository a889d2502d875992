import { z } from "zod";
import { adminProfileBodySchema, preferencesSchema, userProfileBodySchema } from "../accounts/profile/schema";
import { accountProfileSchema, newPasswordSchema, signInSchema } from "../accounts/schema";
import type { Role } from "../accounts/sessions/schema";
import { type Callers, type Description, describeCalls, jsonAnswer, jsonBody } from "./call";
import { cookieHeader, messageSchema } from "./parameters";

const tokenSchema = z.string().describe("A token with the new name in it; the one before goes on as well.");

const whoOf = { user: "users", admin: "adminsAlone", superadmin: "superadmins" } as const satisfies Record<Role, Callers>;

const { password: currentPassword } = signInSchema.shape;
const newPassword = newPasswordSchema();
const passwordsSchema = z.union([z.object({ currentPassword, newPassword }), z.object({ oldPassword: currentPassword, newPassword })]);

/** Each role has its own call, with another name for the current password. */
function changePassword(role: Role): Description {
  const current = role === "user" ? "currentPassword" : "oldPassword";
  return {
    summary: `Change my password as ${role}`,
    description:
      "The present password may be called `currentPassword` or `oldPassword`. All other sessions end; the one that asks goes on. Wrong guesses are limited.",
    who: whoOf[role],
    body: jsonBody(passwordsSchema, { [current]: "a long pass phrase", newPassword: "another long pass phrase" }),
    answers: { 200: jsonAnswer(messageSchema.extend({ endedSessions: z.int() }), "The new password holds from now on.", cookieHeader) },
    errors: [429],
  };
}

/** Describes the call that changes one's own name. @param field of the answer that contains the account */
function changeName(role: Role, field: "user" | "admin" | "superAdmin"): Description {
  const body =
    role === "user"
      ? jsonBody(userProfileBodySchema, { fullName: "Ada Harbour" })
      : jsonBody(adminProfileBodySchema, { name: "Ada Harbour" });
  return {
    summary: `Change my name as ${role}`,
    description: "The email address cannot be changed: one that is sent along must be the account's own.",
    who: whoOf[role],
    body,
    answers: {
      200: jsonAnswer(
        messageSchema.extend({ [field]: accountProfileSchema, token: tokenSchema }),
        "The account as it is now.",
        cookieHeader,
      ),
    },
  };
}

export const ownAccountPaths = describeCalls("Own account", "signedIn", null, {
  "PUT /api/user/preferences": {
    summary: "Change my preferences",
    body: jsonBody(preferencesSchema, { projectLayout: "gallery" }),
    answers: { 200: jsonAnswer(z.object({ preferences: preferencesSchema }), "All preferences as they are now.") },
  },
  "PUT /api/user/edit-fullname": changeName("user", "user"),
  "PUT /api/admin/update": changeName("admin", "admin"),
  "PUT /api/superadmin/update": changeName("superadmin", "superAdmin"),
  "POST /api/user/change-password": changePassword("user"),
  "POST /api/admin/change-password": changePassword("admin"),
  "POST /api/superadmin/change-password": changePassword("superadmin"),
});
