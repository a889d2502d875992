import { z } from "zod";
import { forgotPasswordSchema, resetPasswordSchema } from "../accounts/password-resets/schema";
import { adminProfileBodySchema, preferencesSchema, userProfileBodySchema } from "../accounts/profile/schema";
import { accountProfileSchema, newPasswordSchema, signInBodySchema, signInSchema } from "../accounts/schema";
import { type Role, sessionListSchema } from "../accounts/sessions/schema";
import { timeSchema } from "../http/paging/schema";
import { type Callers, type Description, describeCalls, jsonAnswer, jsonBody } from "./call";
import { cookieHeader, idPath, messageSchema } from "./parameters";

const renamedTokenSchema = z.string().describe("A token with the new name in it; the one before goes on as well.");

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
        messageSchema.extend({ [field]: accountProfileSchema, token: renamedTokenSchema }),
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

const tokenSchema = z.string().describe("Send it as `Authorization: Bearer`. It is good for seven days.");

export const signInPaths = describeCalls("Sign-in", "signedIn", null, {
  "POST /api/auth/login": {
    summary: "Sign in",
    description: "Answers the token for programs and sets the cookie for browsers. Tries are limited by account and address.",
    who: "everyone",
    body: jsonBody(signInBodySchema, { email: "captain@example.com", password: "a long pass phrase" }),
    answers: {
      200: jsonAnswer(z.object({ token: tokenSchema, user: accountProfileSchema, message: z.string() }), "Signed in.", cookieHeader),
    },
    errors: [401, 429],
  },
  "POST /api/auth/logout": {
    summary: "Sign out",
    description: "Ends the session, if there is one, and takes the cookie away in any case.",
    who: "everyone",
    answers: { 200: jsonAnswer(messageSchema, "Signed out.", cookieHeader) },
  },
  "POST /api/auth/refresh": {
    summary: "Refresh the token",
    description: "Good for another seven days. The token before keeps its own expiry.",
    answers: { 200: jsonAnswer(z.object({ token: tokenSchema, expiresAt: timeSchema }), "Another token.", cookieHeader) },
  },
  "GET /api/auth/me": {
    summary: "Get my account",
    answers: { 200: jsonAnswer(z.object({ user: accountProfileSchema }), "The account of who asks.") },
  },
  "GET /api/auth/sessions": {
    summary: "List my sessions",
    description: "The one that asks, then the others, last seen first.",
    answers: { 200: jsonAnswer(sessionListSchema, "Where the account is signed in.") },
  },
  "DELETE /api/auth/sessions": {
    summary: "End my other sessions",
    answers: { 200: jsonAnswer(messageSchema.extend({ endedSessions: z.int() }), "All but the one that asks have ended.") },
  },
  "DELETE /api/auth/sessions/{id}": {
    summary: "End one of my sessions",
    description: "For the one that asks it is signing out.",
    path: idPath("a session"),
    answers: { 200: jsonAnswer(messageSchema, "It has ended.") },
  },
  "POST /api/auth/forgot-password": {
    summary: "Ask for a password reset",
    description: "Sends a mail with a link. The answer is the same whether there is an account or not. Tries are limited.",
    who: "everyone",
    body: jsonBody(forgotPasswordSchema, { email: "captain@example.com" }),
    answers: { 200: jsonAnswer(messageSchema, "A mail is on its way, if there is such an account.") },
    errors: [429],
  },
  "POST /api/auth/reset-password": {
    summary: "Reset the password",
    description: "With the token of the link of a mail, which can be used once.",
    who: "everyone",
    body: jsonBody(resetPasswordSchema, {
      token: "k3Jx0yq7R2m5T8w1Z4b6N9c3V5x7L0p2Q4s6D8f1G3h",
      newPassword: "another long pass phrase",
    }),
    answers: { 200: jsonAnswer(messageSchema, "The new password holds from now on; all sessions have ended.", cookieHeader) },
    errors: [429],
  },
});
