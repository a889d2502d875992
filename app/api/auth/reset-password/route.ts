import { resetPassword } from "@/lib/accounts/password-resets/mutations";
import { resetPasswordSchema } from "@/lib/accounts/password-resets/schema";
import { trustDevice } from "@/lib/accounts/sessions/device";
import { json } from "@/lib/http/route";
import { publicCall } from "../../call";

export const POST = publicCall({
  summary: "Reset the password",
  description: "Changes the password with the token of a mailed link. The token can be used once. All sessions end.",
  body: resetPasswordSchema,
  example: { token: "k3Jx0yq7R2m5T8w1Z4b6N9c3V5x7L0p2Q4s6D8f1G3h", newPassword: "another long pass phrase" },
  setsCookie: true,
  errors: [429],
})(async ({ body, client }) => {
  const accountId = await resetPassword(body, client);
  return json({ message: "Password changed successfully" }, { headers: { "Set-Cookie": await trustDevice(accountId) } });
});
