import { z } from "zod";
import {
  apiTokenListSchema,
  apiTokenPageSchema,
  apiTokenQuerySchema,
  createdApiTokenSchema,
  newApiTokenSchema,
} from "../accounts/api-tokens/schema";
import { acceptInvitationSchema, acceptWithPasskeySchema, invitationLinkSchema } from "../accounts/invitations/schema";
import { passkeyOptionsSchema } from "../accounts/passkeys/schema";
import { forgotPasswordSchema, resetPasswordSchema } from "../accounts/password-resets/schema";
import { adminProfileBodySchema, changedPreferencesSchema, preferencesSchema, userProfileBodySchema } from "../accounts/profile/schema";
import { proofMethodsSchema, proofSchema } from "../accounts/proofs/schema";
import { PROOF_MINUTES } from "../accounts/proofs/values";
import { accountProfileSchema, newPasswordSchema, signInBodySchema, signInSchema } from "../accounts/schema";
import { secondFactorNeededSchema } from "../accounts/second-factors/schema";
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
    needsSession: true,
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
    needsSession: true,
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
    body: jsonBody(changedPreferencesSchema, { projectLayout: "gallery" }),
    answers: { 200: jsonAnswer(z.object({ preferences: preferencesSchema }), "All preferences as they are now.") },
  },
  "PUT /api/user/edit-fullname": changeName("user", "user"),
  "PUT /api/admin/update": changeName("admin", "admin"),
  "PUT /api/superadmin/update": changeName("superadmin", "superAdmin"),
  "POST /api/user/change-password": changePassword("user"),
  "POST /api/admin/change-password": changePassword("admin"),
  "POST /api/superadmin/change-password": changePassword("superadmin"),
});

export const apiTokenPaths = describeCalls("API tokens", "signedIn", null, {
  "GET /api/auth/tokens": {
    summary: "List my API tokens",
    description: "The newest first, with those that have expired.",
    needsSession: true,
    answers: { 200: jsonAnswer(apiTokenListSchema, "The tokens, without the secret part.") },
  },
  "POST /api/auth/tokens": {
    summary: "Create an API token",
    description: "Only this answer has the token itself. Admins and superadmins can choose the scope `publish`.",
    needsSession: true,
    needsProof: true,
    body: jsonBody(newApiTokenSchema, {
      name: "Nightly build",
      scope: "publish",
      projectIds: ["3f0c8f0e-6c1c-4c53-9a36-0d7c9c2f5b11"],
      expiresInDays: 90,
    }),
    answers: { 201: jsonAnswer(createdApiTokenSchema, "The new token.") },
    errors: [409],
  },
  "DELETE /api/auth/tokens/{id}": {
    summary: "Revoke an API token",
    description: "Superadmins can revoke the tokens of every account. A revoked token answers 401 at once.",
    needsSession: true,
    path: idPath("an API token"),
    answers: { 200: jsonAnswer(messageSchema, "It is revoked.") },
  },
  "GET /api/superadmin/api-tokens": {
    summary: "List all API tokens",
    who: "superadmins",
    needsSession: true,
    query: apiTokenQuerySchema,
    answers: { 200: jsonAnswer(apiTokenPageSchema, "Tokens of all accounts, or a page of them.") },
  },
});

/** What a browser makes of the options of a new passkey. */
export const examplePasskey = {
  id: "Zm9yIGV4YW1wbGU",
  rawId: "Zm9yIGV4YW1wbGU",
  type: "public-key",
  clientExtensionResults: {},
  response: { clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4iLCJjaGFsbGVuZ2UiOiLigKYifQ", attestationObject: "bmV3", transports: ["internal"] },
} as const;

const tokenSchema = z.string().describe("Send it as `Authorization: Bearer`. It is good for seven days.");

/** What every way to sign in answers. */
export const signedInSchema = z.object({ token: tokenSchema, user: accountProfileSchema, message: z.string() });

export const signInPaths = describeCalls("Sign-in", "signedIn", null, {
  "POST /api/auth/login": {
    summary: "Sign in",
    description:
      "Answers the token for programs and sets the cookie for browsers. Tries are limited by account and address. An account with two-step verification also needs the `code`; without it, the answer has no token and says what the account has.",
    who: "everyone",
    body: jsonBody(signInBodySchema, { email: "captain@example.com", password: "a long pass phrase" }),
    answers: {
      200: jsonAnswer(z.union([signedInSchema, secondFactorNeededSchema]), "Signed in, or in need of a second factor.", cookieHeader),
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
    needsSession: true,
    description: "Good for another seven days. The token before keeps its own expiry.",
    answers: { 200: jsonAnswer(z.object({ token: tokenSchema, expiresAt: timeSchema }), "Another token.", cookieHeader) },
  },
  "GET /api/auth/me": {
    summary: "Get my account",
    description: "`mapsShareOrigin` is true when all maps have one origin, so that a map has no files at the top of it.",
    answers: { 200: jsonAnswer(z.object({ user: accountProfileSchema, mapsShareOrigin: z.boolean() }), "The account of who asks.") },
  },
  "GET /api/auth/sessions": {
    summary: "List my sessions",
    needsSession: true,
    description: "The one that asks, then the others, last seen first.",
    answers: { 200: jsonAnswer(sessionListSchema, "Where the account is signed in.") },
  },
  "DELETE /api/auth/sessions": {
    summary: "End my other sessions",
    needsSession: true,
    answers: { 200: jsonAnswer(messageSchema.extend({ endedSessions: z.int() }), "All but the one that asks have ended.") },
  },
  "DELETE /api/auth/sessions/{id}": {
    summary: "End one of my sessions",
    needsSession: true,
    description: "For the one that asks it is signing out.",
    path: idPath("a session"),
    answers: { 200: jsonAnswer(messageSchema, "It has ended.") },
  },
  "GET /api/auth/proof": {
    summary: "List the ways to prove my identity",
    needsSession: true,
    answers: { 200: jsonAnswer(proofMethodsSchema, "What the account can do.") },
  },
  "POST /api/auth/proof": {
    summary: "Prove my identity",
    description: `Sensitive changes need a proof of the last ${PROOF_MINUTES} minutes. Signing in is one. Wrong guesses are limited.`,
    needsSession: true,
    body: jsonBody(proofSchema, { password: "a long pass phrase" }),
    answers: { 200: jsonAnswer(messageSchema, "The session is proven from now on.") },
    errors: [429],
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
  "POST /api/auth/accept-invitation": {
    summary: "Accept an invitation",
    description: "With the token of the link of a mail, which can be used once. Sets name and password, and signs in.",
    who: "everyone",
    body: jsonBody(acceptInvitationSchema, {
      token: "k3Jx0yq7R2m5T8w1Z4b6N9c3V5x7L0p2Q4s6D8f1G3h",
      fullName: "Ada Harbour",
      newPassword: "a long pass phrase",
    }),
    answers: { 200: jsonAnswer(signedInSchema, "Signed in.", cookieHeader) },
    errors: [429],
  },
  "POST /api/auth/accept-invitation/passkey/options": {
    summary: "Begin to accept an invitation with a passkey",
    who: "everyone",
    body: jsonBody(invitationLinkSchema, { token: "k3Jx0yq7R2m5T8w1Z4b6N9c3V5x7L0p2Q4s6D8f1G3h" }),
    answers: { 200: jsonAnswer(passkeyOptionsSchema, "Options for `navigator.credentials.create`.") },
    errors: [429],
  },
  "POST /api/auth/accept-invitation/passkey": {
    summary: "Accept an invitation with a passkey",
    description: "With what the browser made of the options, in place of a password. Only this answer has the recovery codes.",
    who: "everyone",
    body: jsonBody(acceptWithPasskeySchema, {
      token: "k3Jx0yq7R2m5T8w1Z4b6N9c3V5x7L0p2Q4s6D8f1G3h",
      fullName: "Ada Harbour",
      passkey: examplePasskey,
    }),
    answers: {
      200: jsonAnswer(signedInSchema.extend({ recoveryCodes: z.array(z.string()).nullable() }), "Signed in.", cookieHeader),
    },
    errors: [409, 429],
  },
});
