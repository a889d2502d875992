import { readProofMethods } from "@/lib/accounts/proofs/data";
import { prove } from "@/lib/accounts/proofs/mutations";
import { proofSchema } from "@/lib/accounts/proofs/schema";
import { bodyLimits } from "@/lib/http/route";
import { sessionCall } from "../../call";

export const GET = sessionCall({}, async ({ viewer }) => ({ methods: await readProofMethods(viewer) }));

export const POST = sessionCall({ body: proofSchema, bodyLimit: bodyLimits.credentials }, async ({ viewer, body, client }) => {
  await prove(viewer, body, client);
  return { message: "Confirmed" };
});
