import { sendTestMail } from "@/lib/projects/setup/mutations";
import { superadminCall } from "../../../call";

export const POST = superadminCall("write", {
  summary: "Send a test mail",
  description:
    "Mails the caller, and waits for the answer of the mail server. Returns 409 without a mail server, 503 if it does not take the mail.",
  errors: [409, 503],
})(async ({ viewer }) => {
  await sendTestMail(viewer);
  return { message: `Test mail sent to ${viewer.email}` };
});
