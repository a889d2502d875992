import { z } from "zod";
import { passkeyResponseSchema } from "../passkeys/schema";
import { factorCodeSchema, secondFactorMethodSchema } from "../second-factors/schema";

/** How a person can prove again who they are. */
export const proofMethodSchema = z.enum(["password", ...secondFactorMethodSchema.options, "single-sign-on"]);
export type ProofMethod = z.infer<typeof proofMethodSchema>;

export const proofMethodsSchema = z.object({
  methods: z.array(proofMethodSchema).describe("The ways that are open to this account, the usual one first."),
});

export const proofSchema = z.union(
  [z.object({ password: z.string().min(1) }), z.object({ code: factorCodeSchema }), z.object({ passkey: passkeyResponseSchema })],
  "A password, a code or a passkey is required.",
);
export type Proof = z.infer<typeof proofSchema>;
