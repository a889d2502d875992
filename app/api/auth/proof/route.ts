import { readProofMethods } from "@/lib/accounts/proofs/data";
import { prove } from "@/lib/accounts/proofs/mutations";
import { proofSchema } from "@/lib/accounts/proofs/schema";
import { bodyLimits } from "@/lib/http/route";
import { enrolmentCall } from "../../call";

export const GET = enrolmentCall({}, async ({ viewer }) => ({ methods: await readProofMethods(viewer) }));

export const POST = enrolmentCall({ body: proofSchema, bodyLimit: bodyLimits.credentials }, async ({ viewer, body, client }) => {
  await prove(viewer, body, client);
  return { message: "Confirmed" };
});
