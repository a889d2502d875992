import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { adminListQuerySchema, adminPageSchema, adminSummarySchema, editAdminSchema, newAdminSchema } from "../accounts/admins/schema";
import { editUserSchema, newUserSchema, userListQuerySchema, userPageSchema, userSummarySchema } from "../accounts/users/schema";
import { call, jsonAnswer, jsonBody } from "../openapi/call";
import { idPath, messageSchema } from "../openapi/parameters";

const someProject = "3f0c8f0e-6c1c-4c53-9a36-0d7c9c2f5b11";
const user = { fullName: "Ada Harbour", email: "ada@example.com", assignedProjects: [someProject] };
const admin = { name: "Grace Quay", email: "grace@example.com" };
const password = "a long pass phrase";

const userAnswer = messageSchema.extend({ user: userSummarySchema });
const adminAnswer = messageSchema.extend({ admin: adminSummarySchema });

/** The users that admins manage. */
export const userPaths: ZodOpenApiPathsObject = {
  "/api/user/all": {
    get: call({
      tag: "Users",
      summary: "List users",
      description: "Whole, or in pages when `limit` or `cursor` is given.",
      who: "admins",
      query: userListQuerySchema,
      answers: { 200: jsonAnswer(userPageSchema, "Users, or a page of them.") },
    }),
  },
  "/api/user/details/{id}": {
    get: call({
      tag: "Users",
      summary: "Get a user",
      who: "admins",
      path: idPath("a user"),
      answers: { 200: jsonAnswer(z.object({ user: userSummarySchema }), "The user, with every project assigned to it.") },
      errors: [404],
    }),
  },
  "/api/user/create": {
    post: call({
      tag: "Users",
      summary: "Create a user",
      who: "admins",
      body: jsonBody(newUserSchema, { ...user, password }),
      answers: { 201: jsonAnswer(userAnswer, "The new user.") },
      errors: [409],
    }),
  },
  "/api/user/edit/{id}": {
    put: call({
      tag: "Users",
      summary: "Edit a user",
      description: "Without a password the present one is kept. A new password or address ends the user's sessions.",
      who: "admins",
      path: idPath("a user"),
      body: jsonBody(editUserSchema, user),
      answers: { 200: jsonAnswer(userAnswer, "The user as it is now.") },
      errors: [404, 409],
    }),
  },
  "/api/user/delete/{id}": {
    delete: call({
      tag: "Users",
      summary: "Delete a user",
      who: "admins",
      path: idPath("a user"),
      answers: { 200: jsonAnswer(messageSchema, "The account is gone.") },
      errors: [404, 409],
    }),
  },
};

/** The admins that superadmins manage. */
export const adminPaths: ZodOpenApiPathsObject = {
  "/api/admin/all": {
    get: call({
      tag: "Admins",
      summary: "List admins",
      description: "Whole, or in pages when `limit` or `cursor` is given.",
      who: "superadmins",
      query: adminListQuerySchema,
      answers: { 200: jsonAnswer(adminPageSchema, "Admins, or a page of them.") },
    }),
  },
  "/api/admin/create": {
    post: call({
      tag: "Admins",
      summary: "Create an admin",
      who: "superadmins",
      body: jsonBody(newAdminSchema, { ...admin, password }),
      answers: { 201: jsonAnswer(adminAnswer, "The new admin.") },
      errors: [409],
    }),
  },
  "/api/admin/edit/{id}": {
    put: call({
      tag: "Admins",
      summary: "Edit an admin",
      description: "Without a password the present one is kept. A new password or address ends the admin's sessions.",
      who: "superadmins",
      path: idPath("an admin"),
      body: jsonBody(editAdminSchema, admin),
      answers: { 200: jsonAnswer(adminAnswer, "The admin as it is now.") },
      errors: [404, 409],
    }),
  },
  "/api/admin/delete/{id}": {
    delete: call({
      tag: "Admins",
      summary: "Delete an admin",
      description: "Projects and files that the admin made stay.",
      who: "superadmins",
      path: idPath("an admin"),
      answers: { 200: jsonAnswer(messageSchema, "The account is gone.") },
      errors: [404, 409],
    }),
  },
};
