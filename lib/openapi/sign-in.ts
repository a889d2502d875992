import { z } from "zod";
import { forgotPasswordSchema, resetPasswordSchema } from "../accounts/password-resets/schema";
import { accountProfileSchema, signInBodySchema } from "../accounts/schema";
import { sessionListSchema } from "../accounts/sessions/schema";
import { timeSchema } from "../http/paging/schema";
import { describeCalls, jsonAnswer, jsonBody } from "./call";
import { cookieHeader, idPath, messageSchema } from "./parameters";

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
