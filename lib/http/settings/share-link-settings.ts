import { z } from "zod";
import { flag } from "./flag";

/** Variables of share links. */
export const shareLinkVariables = {
  SHARE_LINKS: flag.default(true).describe("`0`: share links are off, also those that exist."),
  SHARE_LINKS_PASSWORD: flag.default(false).describe("`1`: each new share link needs a password."),
  SHARE_LINKS_END: flag.default(false).describe("`1`: each new share link needs a last day."),
  SHARE_LINKS_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .optional()
    .describe("Days that a new share link may be valid. It then needs a last day. If unset: any number."),
};
const variables = z.object(shareLinkVariables);

/** Returns what new share links must have. */
export function readShareLinks({ SHARE_LINKS, SHARE_LINKS_PASSWORD, SHARE_LINKS_END, SHARE_LINKS_DAYS }: z.infer<typeof variables>) {
  return {
    areOn: SHARE_LINKS,
    needPassword: SHARE_LINKS_PASSWORD,
    needEnd: SHARE_LINKS_END || SHARE_LINKS_DAYS !== undefined,
    /** Days; null: any number. */
    mostDays: SHARE_LINKS_DAYS ?? null,
  };
}
