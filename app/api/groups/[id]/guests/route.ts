import { readGroupGuests } from "@/lib/projects/guests/data";
import { editGroupGuests } from "@/lib/projects/guests/mutations";
import { editGroupGuestsSchema, groupGuestsSchema } from "@/lib/projects/guests/schema";
import { adminCall } from "../../../call";

export const GET = adminCall("people-read", { summary: "List the guests of a group", answer: groupGuestsSchema })(({ viewer, id }) =>
  readGroupGuests(viewer, id),
);

export const PATCH = adminCall("people", {
  summary: "Change the guests of a group",
  description: "Guests can open the maps of the group's projects, without an account. Missing fields stay unchanged.",
  body: editGroupGuestsSchema,
  example: { guests: [{ address: "example.org", expiresAt: "2999-12-31T23:00:00Z" }], withdrawGuests: ["ada@example.com"] },
  answer: { access: groupGuestsSchema },
  errors: [409],
})(async ({ viewer, id, body, client }) => ({ message: "Guests changed", access: await editGroupGuests(viewer, id, body, client) }));
