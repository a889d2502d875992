import { z } from "zod";
import { toHost } from "./allowed-address";
import { attributeSchema, colorSchema, number, valueSchema } from "./schema";

export const MOST_SHOWN_ATTRIBUTES = 100;
/** Of one attribute. */
const MOST_HOSTS = 20;
export const MOST_CONDITION_VALUES = 100;

const hostSchema = z
  .string()
  .max(260)
  .refine((host) => toHost(host) !== null, { error: "Enter hosts such as files.example.com, one on each line." });

/** How popups and tables show an attribute. */
export const shownAttributeSchema = z.object({
  attribute: attributeSchema,
  /** Shown in place of the attribute. Plain text. */
  name: z.string().max(120).optional(),
  unit: z.string().max(20).optional(),
  decimals: number(0, 10).int({ error: "Enter a whole number." }).optional(),
  kind: z.enum(["text", "date", "link", "picture"]).optional(),
  /** Hosts that links and pictures may be on. Others are shown as text. */
  hosts: z.array(hostSchema).max(MOST_HOSTS).optional(),
});
export type ShownAttribute = z.infer<typeof shownAttributeSchema>;

const limitSchema = z.number({ error: "Enter a number." }).optional();

/** Which features have labels. */
const conditionSchema = z.discriminatedUnion("kind", [
  z
    .object({ kind: z.literal("number"), attribute: attributeSchema, atLeast: limitSchema, atMost: limitSchema })
    .refine(({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined, { error: "Enter at least one of the numbers." }),
  z.object({
    kind: z.literal("values"),
    attribute: attributeSchema,
    values: z.array(valueSchema).min(1, { error: "Enter at least one value." }).max(MOST_CONDITION_VALUES),
  }),
]);
export type Condition = z.infer<typeof conditionSchema>;

export const labelStyleSchema = z.object({
  /** Pixels. */
  size: number(8, 32).optional(),
  /** Those of the theme if they are left out. */
  colors: z.object({ text: colorSchema, halo: colorSchema }).optional(),
  /** Labels are shown from this zoom. */
  minZoom: number(0, 24).optional(),
  condition: conditionSchema.optional(),
});
export type LabelStyle = z.infer<typeof labelStyleSchema>;
