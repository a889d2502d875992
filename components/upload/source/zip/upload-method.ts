import { DIRECT_TOO_LARGE_MESSAGE, MAX_DIRECT_BYTES } from "@/lib/imports/schema";
import { MAX_UPLOAD_BYTES, TOO_LARGE_MESSAGE } from "@/lib/imports/uploads/schema";

/** `direct` sends one request, `tus` uses the resumable protocol. */
export type UploadMethod = "direct" | "tus";

interface MethodRules {
  name: string;
  advice: string;
  facts: string;
  maxBytes: number;
  tooLargeMessage: string;
}

export const uploadMethods: Readonly<Record<UploadMethod, MethodRules>> = {
  direct: {
    name: "Direct Upload",
    advice: "(under 5GB)",
    facts: "In one request, which starts over when it is interrupted.",
    maxBytes: MAX_DIRECT_BYTES,
    tooLargeMessage: DIRECT_TOO_LARGE_MESSAGE,
  },
  tus: {
    name: "TUS Upload",
    advice: "(resumable, recommended over 5GB)",
    facts: "It can be paused, and outlasts lost connections and a closed browser.",
    maxBytes: MAX_UPLOAD_BYTES,
    tooLargeMessage: TOO_LARGE_MESSAGE,
  },
};

/** Bytes. A larger file gains from going on where it was interrupted. */
const DIRECT_BELOW_BYTES = 10 * 1024 ** 2;

/** Returns the method for a file of this size, with the connection of this browser as far as it says. */
export function suggestMethod(byteCount: number): UploadMethod {
  const { connection } = navigator as Navigator & { connection?: { effectiveType?: string } };
  const isFast = (connection?.effectiveType ?? "4g") === "4g";
  return isFast && byteCount < DIRECT_BELOW_BYTES ? "direct" : "tus";
}

/** Bytes. From this size on, the screen advises against a direct upload. */
export const DIRECT_ADVISED_BYTES = 5 * 1024 ** 3;
