import { auditActor } from "@/lib/audit/mutations";
import { changeBranding } from "@/lib/branding/mutations";
import { brandingInputSchema, brandingSchema } from "@/lib/branding/schema";
import { superadminCall } from "../../call";

export const PUT = superadminCall("write", {
  summary: "Change the branding",
  description:
    "Replaces the name, colours, texts and pictures on every screen and in every mail. Returns 400 for an SVG that runs or loads something.",
  body: brandingInputSchema,
  example: {
    ...{ name: "Harbour Maps", accent: "#1d4ed8", signInText: "Maps of the port authority.", shareText: "", mailSender: "", replyTo: "" },
    ...{ logoOnWhite: false, logo: null },
  },
  answer: { branding: brandingSchema },
})(async ({ viewer, body, client }) => ({ message: "Branding saved", branding: await changeBranding(auditActor(viewer, client), body) }));

export const DELETE = superadminCall("write", {
  summary: "Reset the branding",
  description: "Goes back to the product's own name, colours and pictures.",
  answer: { branding: brandingSchema },
})(async ({ viewer, client }) => ({ message: "Branding reset", branding: await changeBranding(auditActor(viewer, client), null) }));
