import { z } from "zod";
import { listSessions } from "@/lib/accounts/sessions/data";
import { endOtherSessions } from "@/lib/accounts/sessions/mutations";
import { sessionListSchema } from "@/lib/accounts/sessions/schema";
import { sessionCall } from "../../call";

export const GET = sessionCall("session", {
  summary: "List my sessions",
  description: "Returns the current session first, then the others by the time of their last request.",
  answer: sessionListSchema,
})(({ viewer }) => listSessions(viewer));

export const DELETE = sessionCall("session", { summary: "End my other sessions", answer: { endedSessions: z.int() } })(
  async ({ viewer, client }) => ({
    message: "All other sessions were ended.",
    endedSessions: await endOtherSessions(viewer, client),
  }),
);
