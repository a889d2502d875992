import {
  confirmedFactorSchema,
  factorCodeBodySchema,
  newAuthenticatorSchema,
  newRecoveryCodesSchema,
} from "../accounts/second-factors/schema";
import { describeCalls, jsonAnswer, jsonBody } from "./call";
import { signedInSchema } from "./own-account";
import { cookieHeader, idPath, messageSchema } from "./parameters";
import { signedOutSchema } from "./people";

const code = jsonBody(factorCodeBodySchema, { code: "287082" });

export const secondFactorPaths = describeCalls("Two-step verification", "signedIn", null, {
  "POST /api/auth/second-factor": {
    summary: "Enter the code of a second factor",
    description:
      "Completes a sign-in, with the cookie that its first step set in the last ten minutes. Programs send the code with the password instead. A code can be used once; tries are limited by account and network.",
    who: "everyone",
    body: code,
    answers: { 200: jsonAnswer(signedInSchema, "Signed in.", cookieHeader) },
    errors: [401, 429],
  },
  "POST /api/auth/authenticator": {
    summary: "Begin to set up an authenticator app",
    description: "A first code confirms it. Until then the account has no second factor by it.",
    needsSession: true,
    answers: { 201: jsonAnswer(newAuthenticatorSchema, "What the app needs (RFC 6238).") },
    errors: [409],
  },
  "POST /api/auth/authenticator/confirm": {
    summary: "Confirm an authenticator app",
    needsSession: true,
    body: code,
    answers: { 200: jsonAnswer(confirmedFactorSchema, "From now on, signing in needs a code.") },
    errors: [409],
  },
  "DELETE /api/auth/authenticator": {
    summary: "Remove my authenticator app",
    description: "With the last second factor, the recovery codes are deleted. A role that needs one keeps the last.",
    needsSession: true,
    answers: { 200: jsonAnswer(messageSchema, "It is removed.") },
    errors: [404, 409],
  },
  "POST /api/auth/recovery-codes": {
    summary: "Make new recovery codes",
    description: "The former ones stop working.",
    needsSession: true,
    answers: { 200: jsonAnswer(newRecoveryCodesSchema, "The new codes.") },
    errors: [409],
  },
  "DELETE /api/superadmin/second-factors/{id}": {
    summary: "Reset the second factors of an account",
    description: "For users and admins who lost them. Removes authenticator app, passkeys and recovery codes, and ends every session.",
    who: "superadmins",
    needsSession: true,
    path: idPath("a user or an admin"),
    answers: { 200: jsonAnswer(signedOutSchema, "The password alone signs in now.") },
  },
});
