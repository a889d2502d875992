import { z } from "zod";

/** What a mail tells an account about itself. Never a secret. */
export const noticeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("new-device"), device: z.string(), address: z.string().nullable(), at: z.iso.datetime() }),
  z.object({ kind: z.literal("password-changed"), at: z.iso.datetime() }),
  /** Several sign-ins had the right password and a wrong code. */
  z.object({ kind: z.literal("codes-refused"), address: z.string().nullable(), at: z.iso.datetime() }),
  /** Wrong passwords have locked a share link that the account created. */
  z.object({ kind: z.literal("link-locked"), label: z.string(), project: z.string(), safeName: z.string() }),
  /** `change` is a sentence, such as "An authenticator app was added." */
  z.object({ kind: z.literal("factor-changed"), change: z.string(), at: z.iso.datetime() }),
  /** `names` has the first maps only, `count` counts all. */
  z.object({ kind: z.literal("maps-assigned"), names: z.array(z.string()), count: z.int() }),
]);
export type Notice = z.infer<typeof noticeSchema>;
