import { z } from "zod";
import { checkAccent } from "./accent/shades";
import { BRAND_IMAGE_BYTES, BRAND_IMAGE_TOO_LARGE, NAME_MAX, PRODUCT_NAME, TEXT_MAX } from "./values";

const lineOf = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .regex(/^\P{Cc}*$/u, "Use one line of plain text.");

const textSchema = z.string().trim().max(TEXT_MAX, `Use at most ${TEXT_MAX} characters.`);

const accentSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?:#[0-9a-f]{6})?$/, { error: "Write the colour as # and six digits, such as #0f766e.", abort: true })
  .superRefine((color, context) => {
    const check = color ? checkAccent(color) : null;
    if (check?.problem) context.addIssue({ code: "custom", message: `${check.problem} The nearest shade that works is ${check.nearest}.` });
  });

const addressSchema = z.string().trim().toLowerCase().pipe(z.email("Please enter a valid email address."));

/** What superadmins write. Empty texts stand for the product's own. */
export const brandingTextsSchema = z.object({
  name: lineOf(NAME_MAX).describe("Name of the product on screens and in mails."),
  accent: accentSchema.describe("Accent colour, such as `#1d4ed8`, with enough contrast for the light theme."),
  signInText: textSchema.describe("Text on the sign-in screen."),
  shareText: textSchema.describe("Text on the pages of share links and guests."),
  mailSender: lineOf(80).describe("Name of the sender of mails. The address is that of `MAIL_FROM`."),
  replyTo: z.union([z.literal(""), addressSchema]).describe("Address that answers to mails go to."),
  logoOnWhite: z.boolean().describe("Whether the logo is on a white background."),
});
export type BrandingTexts = z.output<typeof brandingTextsSchema>;

const imageSchema = z
  .base64("The picture must be in Base64.")
  .max(Math.ceil(BRAND_IMAGE_BYTES / 3) * 4, BRAND_IMAGE_TOO_LARGE)
  .nullish()
  .describe("A PNG or SVG in Base64, of at most 200 KB. Null removes it, and without the field it stays.");

export const brandingInputSchema = brandingTextsSchema.extend({ logo: imageSchema, favicon: imageSchema });
export type BrandingInput = z.output<typeof brandingInputSchema>;

const pictureSchema = z.string().nullable().describe("Path of the picture on this origin. It changes with the content.");

export const brandingSchema = brandingTextsSchema.extend({
  accent: z.string(),
  logo: pictureSchema,
  favicon: pictureSchema,
});
export type Branding = z.output<typeof brandingSchema>;

/** Sea-Vision's own. */
export const productBranding: Branding = {
  ...{ name: PRODUCT_NAME, accent: "", signInText: "", shareText: "", mailSender: "", replyTo: "" },
  ...{ logoOnWhite: false, logo: null, favicon: null },
};
