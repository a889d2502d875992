import { z } from "zod";

/** How a person can prove again who they are. */
export const proofMethodSchema = z.enum(["password", "single-sign-on"]);
export type ProofMethod = z.infer<typeof proofMethodSchema>;

export const proofMethodsSchema = z.object({
  methods: z.array(proofMethodSchema).describe("The ways that are open to this account, the usual one first."),
});

const PASSWORD_REQUIRED = "Password is required";

export const proofSchema = z.object({ password: z.string(PASSWORD_REQUIRED).min(1, PASSWORD_REQUIRED) });
export type Proof = z.infer<typeof proofSchema>;
