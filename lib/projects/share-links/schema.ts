import { z } from "zod";
import { FORBIDDEN_IN_NAMES, replacementPasswordSchema, rowIdSchema } from "../../accounts/schema";
import {
  answeredIdSchema,
  countSchema,
  pageInfoFields,
  pageQueryFields,
  referenceSchema,
  searchTextSchema,
  timeSchema,
} from "../../http/paging/schema";

export const shareTokenSchema = z.string().regex(/^[\w-]{43}$/);

export const LABEL_MAX = 100;

/** A text to tell links apart. */
export const shareLabelSchema = z
  .string()
  .transform((text) => text.replace(/\p{Cc}/gu, " ").trim())
  .pipe(
    z
      .string()
      .max(LABEL_MAX, `A label can have at most ${LABEL_MAX} characters.`)
      .refine((text) => !FORBIDDEN_IN_NAMES.test(text), "The label contains characters that cannot be shown."),
  );

const PAST = "Choose a time in the future.";

const expirySchema = z.iso
  .datetime({ offset: true, error: "The end must be a time such as 2026-12-31T23:00:00Z." })
  .refine((text) => Date.parse(text) > Date.now(), PAST);

export const FRAME_ORIGINS_MAX = 20;

/** Host names and ports only: other characters would change the header that lists the sites. */
const FRAME_ORIGIN = /^https?:\/\/(?:[a-z\d-]+\.)*[a-z\d-]+(?::\d{1,5})?$/;

/** The origin of a site, normalized. */
export const frameOriginSchema = z
  .string()
  .trim()
  .max(300, { error: "The address of a site can have at most 300 characters.", abort: true })
  .transform((text) => (URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/` ? new URL(text).origin : ""))
  .refine((origin) => FRAME_ORIGIN.test(origin), "A site must be an address without a path, such as https://www.example.org.");

export const createShareLinkSchema = z.object({
  projectId: rowIdSchema,
  label: shareLabelSchema.default("").describe("To tell links apart. Visitors do not see it."),
  expiresAt: expirySchema.nullish().describe("When the link stops opening the map. Absent for a link that does not expire."),
  password: replacementPasswordSchema.describe("Visitors must enter it. Absent for none."),
  frameOrigins: z
    .array(frameOriginSchema)
    .max(FRAME_ORIGINS_MAX, `At most ${FRAME_ORIGINS_MAX} sites can show the map.`)
    .default([])
    .transform((origins) => [...new Set(origins)])
    .describe("Sites whose pages may show the map in a frame."),
});
export type NewShareLink = z.infer<typeof createShareLinkSchema>;

export const shareLinkSchema = z.object({
  _id: answeredIdSchema,
  label: z.string(),
  isActive: z.boolean().describe("Whether it opens the map: it has not expired, and its project allows sharing."),
  hasPassword: z.boolean(),
  frameOrigins: z.array(z.string()).describe("Sites whose pages may show the map in a frame."),
  createdBy: referenceSchema.nullable().describe("Null when the account is gone."),
  createdAt: timeSchema,
  expiresAt: timeSchema.nullable(),
  openings: countSchema,
  lastOpenedAt: timeSchema.nullable(),
});
export type ShareLink = z.infer<typeof shareLinkSchema>;

export const projectShareLinksQuerySchema = z.object({ projectId: rowIdSchema.describe("Id of a project.") });

export const shareLinkPolicySchema = z.object({
  areOn: z.boolean(),
  needPassword: z.boolean(),
  needEnd: z.boolean(),
  mostDays: z.int().nullable().describe("Days until the latest end of a new link. Null for any number."),
});
export type ShareLinkPolicy = z.infer<typeof shareLinkPolicySchema>;

export const projectShareLinksSchema = z.object({
  policy: shareLinkPolicySchema.describe("What the operator demands of share links."),
  allowsSharing: z.boolean().describe("Whether the links of this project open its map."),
  canBeFramed: z.boolean().describe("Whether other sites can show maps of this deployment: browsers require https for that."),
  links: z.array(shareLinkSchema).describe("Newest first."),
});
export type ProjectShareLinks = z.infer<typeof projectShareLinksSchema>;

export const createdShareLinkSchema = z.object({
  message: z.string(),
  url: z.string().describe("The link. No later answer has it."),
  link: shareLinkSchema,
});
export type CreatedShareLink = z.infer<typeof createdShareLinkSchema>;

export const platformShareLinkSchema = shareLinkSchema.extend({ project: referenceSchema.extend({ safeName: z.string() }) });
export type PlatformShareLink = z.infer<typeof platformShareLinkSchema>;

export const shareLinkListQuerySchema = z.object({
  search: searchTextSchema.describe("Part of the project's name, of the label or of the creator's name, in any case."),
  ...pageQueryFields,
});
export type ShareLinkListQuery = z.infer<typeof shareLinkListQuerySchema>;

export const shareLinkPageSchema = z.object({ links: z.array(platformShareLinkSchema), ...pageInfoFields });
export type ShareLinkPage = z.infer<typeof shareLinkPageSchema>;
