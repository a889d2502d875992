import { answeredIdSchema } from "@/lib/http/paging/schema";
import { requestCode } from "@/lib/projects/guests/codes";
import { guestCodeSchema } from "@/lib/projects/guests/schema";
import { CODE_ON_ITS_WAY } from "@/lib/projects/guests/values";
import { publicCall } from "../../call";

export const POST = publicCall({
  summary: "Request a code as a guest",
  description:
    "Mails a code of 6 digits to an admitted address. The answer is the same for every address and every project, existing or not. The number of requests is limited.",
  body: guestCodeSchema,
  example: { project: "harbour", email: "ada@example.org" },
  answer: { request: answeredIdSchema.describe("To send with the code.") },
  errors: [409, 429],
})(async ({ body, client }) => ({ message: CODE_ON_ITS_WAY, request: await requestCode(body, client) }));
