import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { forgotPasswordSchema, resetPasswordSchema } from "../accounts/password-resets/schema";
import { accountProfileSchema, signInBodySchema } from "../accounts/schema";
import { sessionListSchema } from "../accounts/sessions/schema";
import { timeSchema } from "../http/paging/schema";
import { call, jsonAnswer, jsonBody } from "../openapi/call";
import { cookieHeader, idPath, messageSchema } from "../openapi/parameters";

const tag = "Sign-in";
const tokenSchema = z.string().describe("Send it as `Authorization: Bearer`. It is good for seven days.");

/** Sessions: how they begin, go on and end. */
export const signInPaths: ZodOpenApiPathsObject = {
  "/api/auth/login": {
    post: call({
      tag,
      summary: "Sign in",
      description: "Answers the token for programs and sets the cookie for browsers. Tries are limited by account and address.",
      who: "everyone",
      body: jsonBody(signInBodySchema, { email: "captain@example.com", password: "a long pass phrase" }),
      answers: {
        200: jsonAnswer(z.object({ token: tokenSchema, user: accountProfileSchema, message: z.string() }), "Signed in.", cookieHeader),
      },
      errors: [401, 403, 429],
    }),
  },
  "/api/auth/logout": {
    post: call({
      tag,
      summary: "Sign out",
      description: "Ends the session, if there is one, and takes the cookie away in any case.",
      who: "everyone",
      answers: { 200: jsonAnswer(messageSchema, "Signed out.", cookieHeader) },
      errors: [403],
    }),
  },
  "/api/auth/refresh": {
    post: call({
      tag,
      summary: "Refresh the token",
      description: "Good for another seven days. The token before keeps its own expiry.",
      who: "signedIn",
      answers: { 200: jsonAnswer(z.object({ token: tokenSchema, expiresAt: timeSchema }), "Another token.", cookieHeader) },
      errors: [403],
    }),
  },
  "/api/auth/me": {
    get: call({
      tag,
      summary: "Get my account",
      who: "signedIn",
      answers: { 200: jsonAnswer(z.object({ user: accountProfileSchema }), "The account of who asks.") },
    }),
  },
  "/api/auth/sessions": {
    get: call({
      tag,
      summary: "List my sessions",
      description: "The one that asks, then the others, last seen first.",
      who: "signedIn",
      answers: { 200: jsonAnswer(sessionListSchema, "Where the account is signed in.") },
    }),
    delete: call({
      tag,
      summary: "End my other sessions",
      who: "signedIn",
      answers: { 200: jsonAnswer(messageSchema.extend({ endedSessions: z.int() }), "All but the one that asks have ended.") },
      errors: [403],
    }),
  },
  "/api/auth/sessions/{id}": {
    delete: call({
      tag,
      summary: "End one of my sessions",
      description: "For the one that asks it is signing out.",
      who: "signedIn",
      path: idPath("a session"),
      answers: { 200: jsonAnswer(messageSchema, "It has ended.") },
      errors: [403, 404],
    }),
  },
  "/api/auth/forgot-password": {
    post: call({
      tag,
      summary: "Ask for a password reset",
      description: "Sends a mail with a link. The answer is the same whether there is an account or not. Tries are limited.",
      who: "everyone",
      body: jsonBody(forgotPasswordSchema, { email: "captain@example.com" }),
      answers: { 200: jsonAnswer(messageSchema, "A mail is on its way, if there is such an account.") },
      errors: [403, 429],
    }),
  },
  "/api/auth/reset-password": {
    post: call({
      tag,
      summary: "Reset the password",
      description: "With the token of the link of a mail, which can be used once.",
      who: "everyone",
      body: jsonBody(resetPasswordSchema, {
        token: "k3Jx0yq7R2m5T8w1Z4b6N9c3V5x7L0p2Q4s6D8f1G3h",
        newPassword: "another long pass phrase",
      }),
      answers: { 200: jsonAnswer(messageSchema, "The new password holds from now on; all sessions have ended.", cookieHeader) },
      errors: [403, 429],
    }),
  },
};
