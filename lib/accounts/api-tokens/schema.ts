import { z } from "zod";
import { answeredIdSchema, pageInfoFields, pageQueryFields, referenceSchema, searchTextSchema, timeSchema } from "../../http/paging/schema";
import { personNameSchema, rowIdSchema } from "../schema";
import { roleSchema, tokenScopeSchema } from "../sessions/schema";

/** Lifetimes that the form offers, in days. */
export const TOKEN_LIFETIMES = [7, 30, 90, 180, 365] as const;
const MAX_DAYS = 365;
/** A token that manages accounts could otherwise outlive what it was made for. */
export const PEOPLE_TOKEN_DAYS = 30;
const MAX_PROJECTS = 100;
const LIFETIME = `An API token can be valid for 1 to ${MAX_DAYS} days.`;

export const newApiTokenSchema = z
  .object({
    name: personNameSchema("Name is required"),
    scope: tokenScopeSchema.describe("`publish` is for admins, `people` for superadmins."),
    projectIds: z
      .array(rowIdSchema)
      .max(MAX_PROJECTS, `An API token can be for at most ${MAX_PROJECTS} projects.`)
      .default([])
      .describe("The projects that it may publish to. Only for the scope `publish`."),
    expiresInDays: z.int(LIFETIME).min(1, LIFETIME).max(MAX_DAYS, LIFETIME),
  })
  .superRefine(({ scope, projectIds, expiresInDays }, context) => {
    if (scope === "people" && expiresInDays > PEOPLE_TOKEN_DAYS) {
      const tooLong = `An API token that manages accounts can be valid for at most ${PEOPLE_TOKEN_DAYS} days.`;
      context.addIssue({ code: "custom", path: ["expiresInDays"], message: tooLong });
    }
    const isPublish = scope === "publish";
    if (isPublish === projectIds.length > 0) return;
    const message = isPublish ? "Choose at least one project." : "Only tokens that publish are for chosen projects.";
    context.addIssue({ code: "custom", path: ["projectIds"], message });
  });
export type NewApiToken = z.infer<typeof newApiTokenSchema>;

export const apiTokenSchema = z.object({
  _id: answeredIdSchema,
  name: z.string(),
  scope: tokenScopeSchema,
  projects: z.array(referenceSchema).describe("The projects that it may publish to, without deleted ones."),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  lastUsedAt: timeSchema.nullable().describe("Exact to a minute; null before its first use."),
});
export type ApiTokenSummary = z.infer<typeof apiTokenSchema>;

export const apiTokenListSchema = z.object({ tokens: z.array(apiTokenSchema) });

export const createdApiTokenSchema = z.object({
  message: z.string(),
  token: z.string().describe("The token. It is not stored, so no other answer has it."),
  apiToken: apiTokenSchema,
});

export const accountApiTokenSchema = apiTokenSchema.extend({
  account: z.object({ _id: answeredIdSchema, name: z.string(), email: z.string(), role: roleSchema }),
});
export type AccountApiToken = z.infer<typeof accountApiTokenSchema>;

export const apiTokenQuerySchema = z.object({
  search: searchTextSchema.describe("Part of the name of the token, or of the name or address of its account, in any case."),
  ...pageQueryFields,
});
export type ApiTokenQuery = z.infer<typeof apiTokenQuerySchema>;

export const apiTokenPageSchema = z.object({ tokens: z.array(accountApiTokenSchema), ...pageInfoFields });
export type ApiTokenPage = z.infer<typeof apiTokenPageSchema>;
