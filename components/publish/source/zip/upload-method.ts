import { DIRECT_TOO_LARGE_MESSAGE, MAX_DIRECT_BYTES } from "@/lib/imports/schema";
import { MAX_UPLOAD_BYTES, TOO_LARGE_MESSAGE } from "@/lib/imports/uploads/schema";

/** In one request, or over the resumable protocol (spec 001 §2.2). */
export type UploadMethod = "direct" | "tus";

interface MethodRules {
  name: string;
  advice: string;
  maxBytes: number;
  tooLargeMessage: string;
}

export const uploadMethods: Readonly<Record<UploadMethod, MethodRules>> = {
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
