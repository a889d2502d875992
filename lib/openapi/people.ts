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

const signedOutSchema = messageSchema.extend({ endedSessions: z.int().describe("How many sessions there were.") });

export const userPaths = describeCalls("Users", "admins", {
  "GET /api/user/all": {
    summary: "List users",
    description: "Whole, or in pages when `limit` or `cursor` is given.",
    query: userListQuerySchema,
    answers: { 200: jsonAnswer(userPageSchema, "Users, or a page of them.") },
  },
  "GET /api/user/details/{id}": {
    summary: "Get a user",
    path: idPath("a user"),
    answers: { 200: jsonAnswer(z.object({ user: userSummarySchema }), "The user, with every project assigned to it.") },
    errors: [404],
  },
  "POST /api/user/create": {
    summary: "Create a user",
    body: jsonBody(newUserSchema, { ...user, password }),
    answers: { 201: jsonAnswer(userAnswer, "The new user.") },
    errors: [409],
  },
  "PUT /api/user/edit/{id}": {
    summary: "Edit a user",
    description: "Without a password the present one is kept. A new password or address ends the user's sessions.",
    path: idPath("a user"),
    body: jsonBody(editUserSchema, user),
    answers: { 200: jsonAnswer(userAnswer, "The user as it is now.") },
    errors: [404, 409],
  },
  "POST /api/user/sign-out/{id}": {
    summary: "Sign a user out everywhere",
    description: "Ends every session of the user, and with it what the user has open of any map.",
    path: idPath("a user"),
    answers: { 200: jsonAnswer(signedOutSchema, "All sessions have ended.") },
    errors: [404],
  },
  "DELETE /api/user/delete/{id}": {
    summary: "Delete a user",
    path: idPath("a user"),
    answers: { 200: jsonAnswer(messageSchema, "The account is gone.") },
    errors: [404, 409],
  },
});

export const adminPaths = describeCalls("Admins", "superadmins", {
  "GET /api/admin/all": {
    summary: "List admins",
    description: "Whole, or in pages when `limit` or `cursor` is given.",
    query: adminListQuerySchema,
    answers: { 200: jsonAnswer(adminPageSchema, "Admins, or a page of them.") },
  },
  "POST /api/admin/create": {
    summary: "Create an admin",
    body: jsonBody(newAdminSchema, { ...admin, password }),
    answers: { 201: jsonAnswer(adminAnswer, "The new admin.") },
    errors: [409],
  },
  "PUT /api/admin/edit/{id}": {
    summary: "Edit an admin",
    description: "Without a password the present one is kept. A new password or address ends the admin's sessions.",
    path: idPath("an admin"),
    body: jsonBody(editAdminSchema, admin),
    answers: { 200: jsonAnswer(adminAnswer, "The admin as it is now.") },
    errors: [404, 409],
  },
  "POST /api/admin/sign-out/{id}": {
    summary: "Sign an admin out everywhere",
    description: "Ends every session of the admin, and with it what the admin has open of any map.",
    path: idPath("an admin"),
    answers: { 200: jsonAnswer(signedOutSchema, "All sessions have ended.") },
    errors: [404],
  },
  "DELETE /api/admin/delete/{id}": {
    summary: "Delete an admin",
    description: "Projects and files that the admin made stay.",
    path: idPath("an admin"),
    answers: { 200: jsonAnswer(messageSchema, "The account is gone.") },
    errors: [404, 409],
  },
});
