import { z } from "zod";
import {
  answeredIdSchema,
  countSchema,
  optionalParameter,
  pageInfoFields,
  pageQueryFields,
  referenceSchema,
  searchTextSchema,
  timeSchema,
} from "../../http/paging/schema";
import { invitationFieldSchema, secretLinkSchema } from "../invitations/schema";
import {
  endSchema,
  initialPasswordSchema,
  isInvitedSchema,
  isNotInvitedSchema,
  noPasswordSchema,
  personNameSchema,
  replacementPasswordSchema,
  requiredEmailSchema,
  rowIdSchema,
} from "../schema";
import { USER_SORTS, USER_STATUSES } from "../values";

/** Most projects that one user can have; it bounds the work of one call. */
const ASSIGNED_MAX = 20_000;

export const PROJECT_GONE = "A chosen project no longer exists.";
export const USER_GONE = "A chosen user no longer exists.";

export const PROJECT_REQUIRED = "At least one project must be assigned";

/** Errors name the field, not one of its elements. @param minItems 0 for a user who may have no project */
export function assignedProjectsSchema(minItems: 0 | 1) {
  return z
    .custom<string[]>((ids) => Array.isArray(ids) && ids.length >= minItems, PROJECT_REQUIRED)
    .meta({ type: "array", items: { type: "string", format: "uuid" }, minItems, maxItems: ASSIGNED_MAX })
    .refine((ids) => ids.length <= ASSIGNED_MAX, { error: "At most 20,000 projects can be assigned to one user.", abort: true })
    .refine((ids) => ids.every((id) => rowIdSchema.safeParse(id).success), { error: PROJECT_GONE, abort: true })
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]);
}

/** Fields are in the order of the form: the response has the message of the first invalid one. */
function userSchema<Password extends z.ZodType>(password: Password, minProjects: 0 | 1) {
  return z.object({
    fullName: personNameSchema("Full name is required"),
    email: requiredEmailSchema,
    password,
    assignedProjects: assignedProjectsSchema(minProjects),
    expiresAt: endSchema.nullish().describe("When the account ends; null for no end. Absent keeps the present one."),
  });
}

/** A new user has a password or an invitation. */
export const newUserSchema = z.discriminatedUnion("invite", [
  userSchema(initialPasswordSchema("Password is required for new users"), 1).extend({ invite: isNotInvitedSchema }),
  userSchema(noPasswordSchema, 1).extend({ invite: isInvitedSchema }),
]);
export type NewUser = z.infer<typeof newUserSchema>;

/** A user can lose the last project on other screens. Then the list stays empty until a project is assigned. */
export const editUserSchema = userSchema(replacementPasswordSchema, 0);
/** The form of a user who has projects. */
export const assignedUserFormSchema = userSchema(replacementPasswordSchema, 1);
export type EditedUser = z.infer<typeof editUserSchema>;

export const userListQuerySchema = z.object({
  search: searchTextSchema.describe("Part of the full name or of the address, in any case."),
  sort: z.enum(USER_SORTS, "There is no such order of users.").default("all"),
  status: optionalParameter(z.enum(USER_STATUSES, "There is no such status of users.")).describe(
    "`invited`: has not accepted yet. `expired`: the link of the invitation or the account has. `active`: all others.",
  ),
  group: optionalParameter(rowIdSchema).describe("Members of this group."),
  project: optionalParameter(rowIdSchema).describe("Users to whom this project itself is assigned."),
  assigned: z
    .string()
    .regex(/^(?:0|[1-9]\d?|1\d\d|200)$/, "assigned must be a whole number from 0 to 200.")
    .transform(Number)
    .optional()
    .describe("Names at most so many of each user's projects; all of them when missing."),
  ...pageQueryFields,
});
export type UserListQuery = z.infer<typeof userListQuerySchema>;

export const userSummarySchema = z.object({
  _id: answeredIdSchema,
  fullName: z.string(),
  email: z.string(),
  assignedProjects: z.array(referenceSchema).describe("By name; no more than were asked for."),
  assignedProjectCount: countSchema.describe("Of all, also of those that are not named."),
  createdAt: timeSchema,
  expiresAt: timeSchema.nullable().describe("When the account ends; null for no end."),
  invitation: invitationFieldSchema,
});
export type UserSummary = z.infer<typeof userSummarySchema>;

/** The answer of a call about one user. */
export const userAnswerSchema = z.object({ user: userSummarySchema });

export const userPageSchema = z.object({ users: z.array(userSummarySchema), ...pageInfoFields });
export type UserPage = z.infer<typeof userPageSchema>;

const BULK_MAX = 1_000;

export const bulkChangeSchema = z.object({
  action: z.enum(["delete", "invite"]).describe("`invite`: invites again those who have not accepted."),
  users: z
    .array(rowIdSchema)
    .min(1, "Choose at least one user.")
    .max(BULK_MAX, "At most 1,000 users can be changed at once.")
    .transform((ids) => [...new Set(ids)]),
});
export type BulkChange = z.infer<typeof bulkChangeSchema>;

export const bulkOutcomeSchema = z.object({
  failed: z.array(z.object({ _id: answeredIdSchema, message: z.string() })).describe("Users who were not changed, and why."),
  links: z.array(secretLinkSchema.extend({ _id: answeredIdSchema })).describe("Of invitations, without a mail server."),
});
export type BulkOutcome = z.infer<typeof bulkOutcomeSchema>;
