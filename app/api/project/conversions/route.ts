import { z } from "zod";
import { ownConversionSchema } from "@/lib/data-maps/conversion/schema";
import { listOwnConversions } from "@/lib/data-maps/data";
import { adminCall } from "../../call";

export const GET = adminCall("read", {
  summary: "List conversions",
  description: "Returns the data files that are being converted, or wait for it, of the projects that the caller has created.",
  answer: z.object({ conversions: z.array(ownConversionSchema) }),
})(async ({ viewer }) => ({ conversions: await listOwnConversions(viewer) }));
