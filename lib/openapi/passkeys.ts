import {
  addedPasskeySchema,
  newPasskeySchema,
  passkeyListSchema,
  passkeyNameSchema,
  passkeyOptionsSchema,
  passkeySchema,
  passkeySignInSchema,
} from "../accounts/passkeys/schema";
import { describeCalls, jsonAnswer, jsonBody } from "./call";
import { signedInSchema } from "./own-account";
import { cookieHeader, idPath, messageSchema } from "./parameters";

const credential = { id: "Zm9yIGV4YW1wbGU", rawId: "Zm9yIGV4YW1wbGU", type: "public-key", clientExtensionResults: {} };
const clientDataJSON = "eyJ0eXBlIjoid2ViYXV0aG4iLCJjaGFsbGVuZ2UiOiLigKYifQ";

export const passkeyPaths = describeCalls("Passkeys", "signedIn", null, {
  "GET /api/auth/passkeys": {
    summary: "List my passkeys",
    description: "The newest first.",
    needsSession: true,
    answers: { 200: jsonAnswer(passkeyListSchema, "The passkeys, without their keys.") },
  },
  "POST /api/auth/passkeys/options": {
    summary: "Begin to add a passkey",
    description: "The options have a challenge, which counts once and for five minutes.",
    needsSession: true,
    needsProof: true,
    answers: { 200: jsonAnswer(passkeyOptionsSchema, "Options for `navigator.credentials.create`.") },
  },
  "POST /api/auth/passkeys": {
    summary: "Add a passkey",
    description: "With what the browser made of the options. An account can have 20.",
    needsSession: true,
    needsProof: true,
    body: jsonBody(newPasskeySchema, {
      name: "Work laptop",
      response: { ...credential, response: { clientDataJSON, attestationObject: "bmV3", transports: ["internal"] } },
    }),
    answers: { 201: jsonAnswer(addedPasskeySchema, "The new passkey.") },
    errors: [409],
  },
  "PATCH /api/auth/passkeys/{id}": {
    summary: "Rename a passkey",
    needsSession: true,
    path: idPath("a passkey"),
    body: jsonBody(passkeyNameSchema, { name: "Old laptop" }),
    answers: { 200: jsonAnswer(messageSchema.extend({ passkey: passkeySchema }), "The passkey with its new name.") },
  },
  "DELETE /api/auth/passkeys/{id}": {
    summary: "Remove a passkey",
    description: "It can no longer sign in. Recovery codes end with the last second factor.",
    needsSession: true,
    needsProof: true,
    path: idPath("a passkey"),
    answers: { 200: jsonAnswer(messageSchema, "It is removed.") },
    errors: [409],
  },
  "POST /api/auth/passkey-sign-in/options": {
    summary: "Begin to sign in with a passkey",
    description: "The options have a challenge, which counts once and for five minutes. Calls are limited by address.",
    who: "everyone",
    answers: { 200: jsonAnswer(passkeyOptionsSchema, "Options for `navigator.credentials.get`.") },
    errors: [429],
  },
  "POST /api/auth/passkey-sign-in": {
    summary: "Sign in with a passkey",
    description: "Answers as signing in with a password does. Tries are limited by address.",
    who: "everyone",
    body: jsonBody(passkeySignInSchema, {
      response: { ...credential, response: { clientDataJSON, authenticatorData: "ZGF0YQ", signature: "bmV3" } },
    }),
    answers: { 200: jsonAnswer(signedInSchema, "Signed in.", cookieHeader) },
    errors: [401, 429],
  },
});
