import { DIRECT_TOO_LARGE_MESSAGE, MAX_DIRECT_BYTES } from "@/lib/imports/schema";
import { MAX_UPLOAD_BYTES, TOO_LARGE_MESSAGE } from "@/lib/imports/uploads/schema";

/** How a ZIP gets to the server (spec 001 §2.2): in one request, or over the resumable protocol. */
export type UploadWay = "direct" | "tus";

interface WayRules {
  name: string;
  /** When it is the better one. */
  advice: string;
  /** Bytes (spec 001 §9). */
  maxBytes: number;
  tooLargeMessage: string;
}

export const uploadWays: Readonly<Record<UploadWay, WayRules>> = {
  direct: {
    name: "Direct Upload",
    advice: "(under 5GB)",
    maxBytes: MAX_DIRECT_BYTES,
    tooLargeMessage: DIRECT_TOO_LARGE_MESSAGE,
  },
  tus: {
    name: "TUS Upload",
    advice: "(resumable, recommended over 5GB)",
    maxBytes: MAX_UPLOAD_BYTES,
    tooLargeMessage: TOO_LARGE_MESSAGE,
  },
};

/** From this size on a direct upload is not advised (spec 001 §9), in bytes. */
export const DIRECT_ADVISED_BYTES = 5 * 1024 ** 3;
