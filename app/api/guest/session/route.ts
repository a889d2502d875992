import { z } from "zod";
import { json } from "@/lib/http/route";
import { MAPS_PATH } from "@/lib/maps/schema";
import { signInGuest } from "@/lib/projects/guests/codes";
import { guestCookie } from "@/lib/projects/guests/data";
import { guestSignInSchema } from "@/lib/projects/guests/schema";
import { publicCall } from "../../call";

export const POST = publicCall({
  summary: "Sign in as a guest",
  description: "Sets a cookie that opens one map for a day, while the address is admitted. A code works once, within 10 minutes.",
  body: guestSignInSchema,
  example: { request: "3f0c8f0e-6c1c-4c53-9a36-0d7c9c2f5b11", code: "123456" },
  answer: { path: z.string().describe("Of the map.") },
  setsCookie: true,
  errors: [429],
})(async ({ body, client }) => {
  const { safeName, token } = await signInGuest(body, client);
  const answer = { message: "Signed in", path: `${MAPS_PATH}/${safeName}/` };
  return json(answer, { headers: { "Set-Cookie": guestCookie(safeName, token) } });
});
