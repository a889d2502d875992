import { readAccess } from "@/lib/projects/access/data";
import { editAccess } from "@/lib/projects/access/mutations";
import { editAccessSchema, projectAccessSchema } from "@/lib/projects/access/schema";
import { adminCall } from "../../../call";

export const GET = adminCall("read", {
  summary: "Get who may open a project",
  description: "Admins open every map, so they are not listed.",
  answer: projectAccessSchema,
  errors: [404],
})(({ viewer, id }) => readAccess(viewer, id));

export const PATCH = adminCall("write", {
  summary: "Change who may open a project",
  description: "Missing fields stay unchanged. Mails users who can open the map now and could not before.",
  body: editAccessSchema,
  example: {
    people: [{ _id: "0199a1b2-0000-7000-8000-000000000001", expiresAt: "2999-12-31T23:00:00Z" }],
    groups: [{ _id: "0199a1b2-0000-7000-8000-000000000002", expiresAt: null }],
    withdrawPeople: [],
    withdrawGroups: [],
    guests: [{ address: "ada@example.org", expiresAt: null }],
    withdrawGuests: ["example.com"],
    isOpenToAllUsers: false,
  },
  answer: { access: projectAccessSchema },
  errors: [404, 409],
})(async ({ viewer, id, body, client }) => ({ message: "Access changed", access: await editAccess(viewer, id, body, client) }));
