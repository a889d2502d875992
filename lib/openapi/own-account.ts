import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from "zod-openapi";
import { accountProfileSchema, newPasswordSchema, signInSchema } from "../accounts/schema";
import type { Role } from "../accounts/sessions/schema";
import { adminProfileBodySchema, userProfileBodySchema } from "../profile/schema";
import { type Callers, call, jsonAnswer, jsonBody } from "./call";
import { cookieHeader, messageSchema } from "./parameters";

const tag = "Own account";
const tokenSchema = z.string().describe("A token with the new name in it; the one before goes on as well.");

const whoOf = { user: "users", admin: "adminsAlone", superadmin: "superadmins" } as const satisfies Record<Role, Callers>;

const { password: currentPassword } = signInSchema.shape;
const newPassword = newPasswordSchema();
const passwordsSchema = z.union([z.object({ currentPassword, newPassword }), z.object({ oldPassword: currentPassword, newPassword })]);

/** Each role changes its own password by a call of its own; they differ in what the present one is called. */
function changePassword(role: Role): ZodOpenApiOperationObject {
  const current = role === "user" ? "currentPassword" : "oldPassword";
  return call({
    tag,
    summary: `Change my password as ${role}`,
    description:
      "The present password may be called `currentPassword` or `oldPassword`. All other sessions end; the one that asks goes on. Wrong guesses are limited.",
    who: whoOf[role],
    body: jsonBody(passwordsSchema, { [current]: "a long pass phrase", newPassword: "another long pass phrase" }),
    answers: { 200: jsonAnswer(messageSchema.extend({ endedSessions: z.int() }), "The new password holds from now on.", cookieHeader) },
    errors: [403, 429],
  });
}

/** @param field by which the answer gives the account */
function changeName(role: Role, field: "user" | "admin" | "superAdmin"): ZodOpenApiOperationObject {
  const body =
    role === "user"
      ? jsonBody(userProfileBodySchema, { fullName: "Ada Harbour" })
      : jsonBody(adminProfileBodySchema, { name: "Ada Harbour" });
  return call({
    tag,
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
    errors: [403],
  });
}

/** What people change of their own accounts. */
export const ownAccountPaths: ZodOpenApiPathsObject = {
  "/api/user/edit-fullname": { put: changeName("user", "user") },
  "/api/admin/update": { put: changeName("admin", "admin") },
  "/api/superadmin/update": { put: changeName("superadmin", "superAdmin") },
  "/api/user/change-password": { post: changePassword("user") },
  "/api/admin/change-password": { post: changePassword("admin") },
  "/api/superadmin/change-password": { post: changePassword("superadmin") },
};
