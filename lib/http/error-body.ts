import { z } from "zod";

/** The body of an error. */
export const errorBodySchema = z.object({
  success: z.literal(false),
  message: z.string().describe("What is wrong, for people to read."),
  error: z.string().describe("The same as `message`."),
  code: z
    .enum(["proof_required", "password_change_required", "second_factor_required", "disk_full"])
    .optional()
    .describe(
      "`proof_required`: prove who you are with `POST /api/auth/proof`, and call again. `password_change_required`: choose a new password, because another account has set it. `second_factor_required`: set up a second factor. `disk_full`: an operator must free space; try again after `Retry-After` seconds.",
    ),
  fields: z.record(z.string(), z.string()).optional().describe("What is wrong, by the name of the field."),
  requestId: z.string().optional().describe("Of a defect: quote it when you report one."),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
