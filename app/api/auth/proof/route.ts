import { readProofMethods } from "@/lib/accounts/proofs/data";
import { prove } from "@/lib/accounts/proofs/mutations";
import { proofMethodsSchema, proofSchema } from "@/lib/accounts/proofs/schema";
import { PROOF_MINUTES } from "@/lib/accounts/proofs/values";
import { bodyLimits } from "@/lib/http/route";
import { sessionCall } from "../../call";

export const GET = sessionCall("enrolment", { summary: "List the ways to prove my identity", answer: proofMethodsSchema })(
  async ({ viewer }) => ({
    methods: await readProofMethods(viewer),
  }),
);

export const POST = sessionCall("enrolment", {
  summary: "Prove my identity",
  description: `Sensitive changes need a proof that is at most ${PROOF_MINUTES} minutes old. Signing in is a proof. The number of wrong attempts is limited.`,
  body: proofSchema,
  bodyLimit: bodyLimits.credentials,
  example: { password: "a long pass phrase" },
  errors: [429],
})(async ({ viewer, body, client }) => {
  await prove(viewer, body, client);
  return { message: "Confirmed" };
});
