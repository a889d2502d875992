import { z } from "zod";
import { adminListQuerySchema, adminPageSchema, adminSummarySchema, editAdminSchema, newAdminSchema } from "../accounts/admins/schema";
import { editUserSchema, newUserSchema, userListQuerySchema, userPageSchema, userSummarySchema } from "../accounts/users/schema";
import { describeCalls, jsonAnswer, jsonBody } from "./call";
import { idPath, messageSchema } from "./parameters";

const someProject = "3f0c8f0e-6c1c-4c53-9a36-0d7c9c2f5b11";
const user = { fullName: "Ada Harbour", email: "ada@example.com", assignedProjects: [someProject] };
const admin = { name: "Grace Quay", email: "grace@example.com" };
const password = "a long pass phrase";

const userAnswer = messageSchema.extend({ user: userSummarySchema });
const adminAnswer = messageSchema.extend({ admin: adminSummarySchema });

export const signedOutSchema = messageSchema.extend({ endedSessions: z.int().describe("How many sessions there were.") });

const INVITE = "With `invite: true` instead of a password, the person gets a mail with a link. Answers 409 without a mail server.";

/** The calls that both kinds of account have. @param noun with its article */
function accountCalls(noun: "a user" | "an admin", edit: z.ZodType, example: object, answer: z.ZodType) {
  const [, name = ""] = noun.split(" ");
  return {
    edit: {
      summary: `Edit ${noun}`,
      description: `Without a password the present one is kept. A new password or address ends the ${name}'s sessions.`,
      body: jsonBody(edit, example),
      answers: { 200: jsonAnswer(answer, `The ${name} as it is now.`) },
      errors: [409],
    },
    signOut: {
      summary: `Sign ${noun} out everywhere`,
      description: `Ends every session of the ${name}, and with it what the ${name} has open of any map.`,
      answers: { 200: jsonAnswer(signedOutSchema, "All sessions have ended.") },
    },
    resend: {
      summary: `Resend ${noun === "a user" ? "a user's" : "an admin's"} invitation`,
      description: "Mails another link. The former one stops working at once.",
      answers: { 200: jsonAnswer(messageSchema, "The mail is on its way.") },
      errors: [409],
    },
    revoke: {
      summary: `Revoke ${noun === "a user" ? "a user's" : "an admin's"} invitation`,
      description: `Deletes the ${name}, who has not accepted the invitation.`,
      answers: { 200: jsonAnswer(messageSchema, "The account is gone.") },
      errors: [409],
    },
    delete: { summary: `Delete ${noun}`, answers: { 200: jsonAnswer(messageSchema, "The account is gone.") }, errors: [409] },
  } as const;
}

const ofUsers = accountCalls("a user", editUserSchema, user, userAnswer);
const ofAdmins = accountCalls("an admin", editAdminSchema, admin, adminAnswer);

export const userPaths = describeCalls("Users", "admins", idPath("a user"), {
  "GET /api/user/all": {
    summary: "List users",
    query: userListQuerySchema,
    answers: { 200: jsonAnswer(userPageSchema, "Users, or a page of them.") },
  },
  "GET /api/user/details/{id}": {
    summary: "Get a user",
    answers: { 200: jsonAnswer(z.object({ user: userSummarySchema }), "The user, with every project assigned to it.") },
  },
  "POST /api/user/create": {
    summary: "Create a user",
    description: INVITE,
    needsProof: true,
    body: jsonBody(newUserSchema, { ...user, password }),
    answers: { 201: jsonAnswer(userAnswer, "The new user.") },
    errors: [409],
  },
  "PUT /api/user/edit/{id}": { ...ofUsers.edit, needsProof: true, description: "A proof is needed for a new password or address." },
  "POST /api/user/sign-out/{id}": ofUsers.signOut,
  "POST /api/user/invitation/{id}": ofUsers.resend,
  "DELETE /api/user/invitation/{id}": ofUsers.revoke,
  "DELETE /api/user/delete/{id}": ofUsers.delete,
});

export const adminPaths = describeCalls("Admins", "superadmins", idPath("an admin"), {
  "GET /api/admin/all": {
    summary: "List admins",
    query: adminListQuerySchema,
    answers: { 200: jsonAnswer(adminPageSchema, "Admins, or a page of them.") },
  },
  "POST /api/admin/create": {
    summary: "Create an admin",
    description: INVITE,
    needsProof: true,
    body: jsonBody(newAdminSchema, { ...admin, password }),
    answers: { 201: jsonAnswer(adminAnswer, "The new admin.") },
    errors: [409],
  },
  "PUT /api/admin/edit/{id}": { ...ofAdmins.edit, needsProof: true },
  "POST /api/admin/sign-out/{id}": ofAdmins.signOut,
  "POST /api/admin/invitation/{id}": ofAdmins.resend,
  "DELETE /api/admin/invitation/{id}": { ...ofAdmins.revoke, needsProof: true },
  "DELETE /api/admin/delete/{id}": { ...ofAdmins.delete, needsProof: true, description: "Projects and files that the admin made stay." },
});
