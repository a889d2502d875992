import { z } from "zod";
import { answeredIdSchema, pageInfoFields, pageQueryFields, searchTextSchema, timeSchema } from "../../http/paging/schema";
import { invitationFieldSchema } from "../invitations/schema";
import {
  initialPasswordSchema,
  isInvitedSchema,
  isNotInvitedSchema,
  noPasswordSchema,
  personNameSchema,
  replacementPasswordSchema,
  requiredEmailSchema,
} from "../schema";
import { ACCOUNT_SORTS } from "../values";

const adminFields = { name: personNameSchema("Admin name is required"), email: requiredEmailSchema };

/** A new admin has a password or an invitation. */
export const newAdminSchema = z.discriminatedUnion("invite", [
  z.object({
    ...adminFields,
    password: initialPasswordSchema("Password is required for new admins"),
    invite: isNotInvitedSchema,
  }),
  z.object({ ...adminFields, password: noPasswordSchema, invite: isInvitedSchema }),
]);
export type NewAdmin = z.infer<typeof newAdminSchema>;

export const editAdminSchema = z.object({ ...adminFields, password: replacementPasswordSchema });
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
  invitation: invitationFieldSchema,
});
export type AdminSummary = z.infer<typeof adminSummarySchema>;

/** The answer of a call that creates or changes an admin. */
export const adminAnswerSchema = z.object({ admin: adminSummarySchema });

export const adminPageSchema = z.object({ admins: z.array(adminSummarySchema), ...pageInfoFields });
export type AdminPage = z.infer<typeof adminPageSchema>;
