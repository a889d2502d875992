import { z } from "zod";
import { answeredIdSchema, pageInfoFields, pageQueryFields, searchTextSchema, timeSchema } from "../../http/paging/schema";
import { ACCOUNT_SORTS, initialPasswordSchema, personNameSchema, replacementPasswordSchema, requiredEmailSchema } from "../schema";

const adminFields = { name: personNameSchema("Admin name is required"), email: requiredEmailSchema };

/** Form and body for a new admin. */
export const newAdminSchema = z.object({ ...adminFields, password: initialPasswordSchema("Password is required for new admins") });
export type NewAdmin = z.infer<typeof newAdminSchema>;

/** Form and body for an admin that exists; without a password the present one is kept. */
export const editAdminSchema = z.object({ ...adminFields, password: replacementPasswordSchema });
export type EditedAdmin = z.infer<typeof editAdminSchema>;

/** Orders of the admin list; `all` is the list as it stands, newest first. */
export const ADMIN_SORTS = ACCOUNT_SORTS;

/** What may be asked of the list of admins. Without `limit` and `cursor` it answers whole. */
export const adminListQuerySchema = z.object({
  search: searchTextSchema.describe("Part of the name or of the address, in any case."),
  sort: z.enum(ADMIN_SORTS, "There is no such order of admins.").default("all"),
  ...pageQueryFields,
});
export type AdminListQuery = z.infer<typeof adminListQuerySchema>;

/** An admin, as the API answers it. */
export const adminSummarySchema = z.object({ _id: answeredIdSchema, name: z.string(), email: z.string(), createdAt: timeSchema });
export type AdminSummary = z.infer<typeof adminSummarySchema>;

/** A page of the list of admins, or all of it. */
export const adminPageSchema = z.object({ admins: z.array(adminSummarySchema), ...pageInfoFields });
export type AdminPage = z.infer<typeof adminPageSchema>;
