import { z } from "zod";
import { answeredIdSchema, pageInfoFields, pageQueryFields, referenceSchema, searchTextSchema, timeSchema } from "../../http/paging/schema";
import { invitationFieldSchema } from "../invitations/schema";
import {
  initialPasswordSchema,
  isInvitedSchema,
  isNotInvitedSchema,
  noPasswordSchema,
  personNameSchema,
  replacementPasswordSchema,
  requiredEmailSchema,
  rowIdSchema,
} from "../schema";
import { ACCOUNT_SORTS } from "../values";

const adminFields = { name: personNameSchema("Admin name is required"), email: requiredEmailSchema };

const LIMIT_GROUPS_MAX = 1_000;

const limitSchema = z
  .object({
    groups: z
      .array(rowIdSchema)
      .max(LIMIT_GROUPS_MAX, "An admin can be limited to at most 1,000 groups.")
      .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
  })
  .nullable()
  .describe("Limits the admin to own projects and those of these groups. Null for access to all projects.");
/** What an admin is limited to. */
export type Limit = z.infer<typeof limitSchema>;

/** A new admin has a password or an invitation. */
export const newAdminSchema = z.discriminatedUnion("invite", [
  z.object({
    ...adminFields,
    password: initialPasswordSchema("Password is required for new admins"),
    invite: isNotInvitedSchema,
    limit: limitSchema.default(null),
  }),
  z.object({ ...adminFields, password: noPasswordSchema, invite: isInvitedSchema, limit: limitSchema.default(null) }),
]);
export type NewAdmin = z.infer<typeof newAdminSchema>;

export const editAdminSchema = z.object({
  ...adminFields,
  password: replacementPasswordSchema,
  limit: limitSchema.optional().describe("Absent: stays as it is. Null: access to all projects."),
});
export type EditedAdmin = z.infer<typeof editAdminSchema>;

export const adminListQuerySchema = z.object({
  search: searchTextSchema.describe("Part of the name or of the address, in any case."),
  sort: z.enum(ACCOUNT_SORTS, "There is no such order of admins.").default("all"),
  ...pageQueryFields,
});
export type AdminListQuery = z.infer<typeof adminListQuerySchema>;

export const adminSummarySchema = z.object({
  _id: answeredIdSchema,
  name: z.string(),
  email: z.string(),
  createdAt: timeSchema,
  limit: z
    .object({ groups: z.array(referenceSchema) })
    .nullable()
    .describe("What the admin is limited to: own projects and those of these groups. Null for all projects."),
  invitation: invitationFieldSchema,
});
export type AdminSummary = z.infer<typeof adminSummarySchema>;

/** The answer of a call that creates or changes an admin. */
export const adminAnswerSchema = z.object({ admin: adminSummarySchema });

export const adminPageSchema = z.object({ admins: z.array(adminSummarySchema), ...pageInfoFields });
export type AdminPage = z.infer<typeof adminPageSchema>;
