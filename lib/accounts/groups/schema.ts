import { z } from "zod";
import {
  answeredIdSchema,
  countSchema,
  pageInfoFields,
  pageQueryFields,
  referenceSchema,
  searchTextSchema,
  timeSchema,
} from "../../http/paging/schema";
import { emailSchema, endSchema, FORBIDDEN_IN_NAMES, personNameSchema, rowIdSchema } from "../schema";
import { assignedProjectsSchema } from "../users/schema";
import { ADDRESSES_MAX, GROUP_SORTS, MEMBER_SORTS } from "./values";

const lineSchema = (name: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${name} can have at most ${max} characters.`)
    .refine((text) => !FORBIDDEN_IN_NAMES.test(text), `${name} contains characters that cannot be shown.`);

const CLAIM_VALUES_MAX = 50;

export const groupInputSchema = z.object({
  name: personNameSchema("A name is required."),
  description: lineSchema("The description", 500).default(""),
  claimValues: z
    .array(lineSchema("A value", 300).min(1, "A value of the claim can't be empty."))
    .max(CLAIM_VALUES_MAX, `At most ${CLAIM_VALUES_MAX} values of the claim can lead to one group.`)
    .default([])
    .transform((values) => [...new Set(values)])
    .describe("Values of the claim OIDC_GROUPS_CLAIM. Who has one of them becomes a member when they sign in."),
  projects: assignedProjectsSchema(0).default([]).describe("The projects that the members may open."),
});
export type GroupInput = z.infer<typeof groupInputSchema>;

const groupFields = {
  _id: answeredIdSchema,
  name: z.string(),
  description: z.string(),
  memberCount: countSchema.describe("Members whose membership has not ended."),
  projectCount: countSchema,
  createdAt: timeSchema,
};

const groupSummarySchema = z.object(groupFields);
export type GroupSummary = z.infer<typeof groupSummarySchema>;

export const groupPageSchema = z.object({ groups: z.array(groupSummarySchema), ...pageInfoFields });
export type GroupPage = z.infer<typeof groupPageSchema>;

export const groupSchema = z.object({
  ...groupFields,
  claimValues: z.array(z.string()),
  projects: z.array(referenceSchema.extend({ expiresAt: timeSchema.nullable() })).describe("By name, also those whose end is reached."),
});
export type Group = z.infer<typeof groupSchema>;

export const groupListQuerySchema = z.object({
  search: searchTextSchema.describe("Part of the name, in any case."),
  sort: z.enum(GROUP_SORTS, "There is no such order of groups.").default("all"),
  ...pageQueryFields,
});
export type GroupListQuery = z.infer<typeof groupListQuerySchema>;

const memberSchema = z.object({
  _id: answeredIdSchema.describe("Of the account."),
  fullName: z.string(),
  email: z.string(),
  createdAt: timeSchema.describe("When the account became a member."),
  expiresAt: timeSchema.nullable().describe("When the membership ends; null for one without an end."),
  hasEnded: z.boolean(),
  isFromClaim: z.boolean().describe("Whether a claim of single sign-on made the membership."),
});
export type GroupMember = z.infer<typeof memberSchema>;

export const memberPageSchema = z.object({ members: z.array(memberSchema), ...pageInfoFields });
export type MemberPage = z.infer<typeof memberPageSchema>;

export const memberListQuerySchema = z.object({
  search: searchTextSchema.describe("Part of the full name or of the address, in any case."),
  sort: z.enum(MEMBER_SORTS, "There is no such order of members.").default("all"),
  ...pageQueryFields,
});
export type MemberListQuery = z.infer<typeof memberListQuerySchema>;

export const TOO_MANY_ADDRESSES = "At most 1,000 addresses can be added at once.";

export const previewSchema = z.object({
  text: z
    .string()
    .max(400_000, TOO_MANY_ADDRESSES)
    .describe("Addresses with commas, semicolons or line ends between them, or a CSV file with a column of addresses."),
  group: rowIdSchema.optional().describe("Group that gets the members. Absent for a new one."),
});
export type PreviewInput = z.infer<typeof previewSchema>;

/** `known` is an account that is no member yet; `admin` opens every project anyway. */
export const addressKindSchema = z.enum(["new", "known", "member", "admin", "invalid", "duplicate"]);
export type AddressKind = z.infer<typeof addressKindSchema>;

export const previewAnswerSchema = z.object({
  addresses: z.array(z.object({ address: z.string(), kind: addressKindSchema })).describe("In the order of the text."),
});
export type AddressPreview = z.infer<typeof previewAnswerSchema>["addresses"][number];

export const addMembersSchema = z.object({
  addresses: z.array(emailSchema).min(1, "Choose at least one member.").max(ADDRESSES_MAX, TOO_MANY_ADDRESSES),
  invite: z.boolean().default(false).describe("Whether addresses without an account are invited as users. Needs a proof."),
  expiresAt: endSchema.nullish().describe("When the memberships end. Absent for no end."),
});
export type AddMembers = z.infer<typeof addMembersSchema>;

export const addedMembersFields = {
  added: countSchema,
  invited: countSchema.describe("Of those added, the accounts that were created and invited."),
};

export const memberEndSchema = z.object({
  accountId: rowIdSchema,
  expiresAt: endSchema.nullable().describe("When the membership ends; null for no end."),
});
export type MemberEnd = z.infer<typeof memberEndSchema>;

export const removedMemberSchema = z.object({ account: rowIdSchema.describe("Id of the member's account.") });
