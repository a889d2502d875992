import { z } from "zod";
import { endSchema, rowIdSchema } from "../../accounts/schema";
import { answeredIdSchema, countSchema, searchTextSchema, timeSchema } from "../../http/paging/schema";
import { guestEditFields, guestEntrySchema, NAMED_TWICE, namesEachOnce } from "../guests/schema";

const answeredEndSchema = timeSchema.nullable().describe("From then on it gives no access. Null without an end.");

const personSchema = z.object({
  _id: answeredIdSchema,
  name: z.string(),
  email: z.string(),
  isInvited: z.boolean().describe("Whether the user has not accepted the invitation yet."),
});

const groupSchema = z.object({ _id: answeredIdSchema, name: z.string(), memberCount: countSchema });

export const accessPersonSchema = personSchema.extend({ expiresAt: answeredEndSchema });
export type AccessPerson = z.infer<typeof accessPersonSchema>;

export const accessGroupSchema = groupSchema.extend({ expiresAt: answeredEndSchema });
export type AccessGroup = z.infer<typeof accessGroupSchema>;

export const projectAccessSchema = z.object({
  people: z.array(accessPersonSchema).describe("Users with access of their own, by name. Includes access that has ended."),
  groups: z.array(accessGroupSchema).describe("By name. Includes access that has ended."),
  guests: z.array(guestEntrySchema).describe("Admitted addresses and domains, by address. Includes those that have ended."),
  isOpenToAllUsers: z.boolean().describe("Whether every signed-in user may open the map."),
  linkCount: countSchema.describe("Share links, also those that have expired."),
  sendsMail: z.boolean().describe("Whether the server mails invitations. Without a mail server, admins copy their links."),
  canAdmitGuests: z.boolean().describe("Whether guests get their codes by mail; on localhost, mails are files."),
});
export type ProjectAccess = z.infer<typeof projectAccessSchema>;

const MOST = 1_000;
const futureEndSchema = endSchema.refine((end) => end > new Date(), "Choose a time in the future.");
const givenSchema = z
  .array(z.object({ _id: rowIdSchema, expiresAt: futureEndSchema.nullable() }))
  .max(MOST, "Access can be given to at most 1,000 at once.")
  .default([]);
const withdrawnSchema = z.array(rowIdSchema).max(MOST, "Access can be withdrawn from at most 1,000 at once.").default([]);

export const editAccessSchema = z
  .object({
    people: givenSchema.describe("Users who get access, or another end of their access. With an unknown one nothing changes."),
    groups: givenSchema.describe("Groups that get access, or another end of their access. With an unknown one nothing changes."),
    withdrawPeople: withdrawnSchema.describe("Accounts that lose access. Those without access of their own are let be."),
    withdrawGroups: withdrawnSchema.describe("Groups that lose access. Those without access are let be."),
    ...guestEditFields,
    isOpenToAllUsers: z.boolean().optional().describe("Whether every signed-in user may open the map."),
  })
  .refine(
    ({ people, groups, withdrawPeople, withdrawGroups }) => {
      const ids = [...people, ...groups].map(({ _id }) => _id).concat(withdrawPeople, withdrawGroups);
      return new Set(ids.map((id) => id.toLowerCase())).size === ids.length;
    },
    { error: "Name each user and each group once.", path: ["people"] },
  )
  .refine(namesEachOnce, NAMED_TWICE);
export type AccessEdit = z.infer<typeof editAccessSchema>;
/** An edit as a client sends it. */
export type AccessEditInput = z.input<typeof editAccessSchema>;

export const candidateQuerySchema = z.object({ search: searchTextSchema.describe("Part of a name or of an address, in any case.") });

export const accessCandidatesSchema = z.object({
  people: z
    .array(personSchema.extend({ isAdmin: z.boolean().describe("Whether the account opens every map anyway.") }))
    .describe("The best 8 that match: those whose name or address begins with the text come first."),
  groups: z.array(groupSchema).describe("The first 8 that match, by name."),
});
export type AccessCandidates = z.infer<typeof accessCandidatesSchema>;

/** Path of the calls about who may open a project. */
export const accessPath = (projectId: string) => `/api/project/${projectId}/access`;
