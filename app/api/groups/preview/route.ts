import { previewAddresses } from "@/lib/accounts/groups/addresses";
import { previewAnswerSchema, previewSchema } from "@/lib/accounts/groups/schema";
import { bodyLimits } from "@/lib/http/route";
import { adminCall } from "../../call";

export const POST = adminCall("people-read", {
  summary: "Check addresses of new members",
  description: "Returns which addresses are new, known, invalid or repeated, and with a group, which are members already. Changes nothing.",
  body: previewSchema,
  bodyLimit: bodyLimits.lists,
  example: { text: "ada@example.com, Grace Harbour <grace@example.com>" },
  answer: previewAnswerSchema,
})(async ({ viewer, body }) => ({ addresses: await previewAddresses(viewer, body) }));
