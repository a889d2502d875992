import type { Sweep } from "../../jobs/job";
import { forgetStaleLocks } from "./locks";
import { forgetExpiredUpload } from "./mutations";

const SWEEP_MS = 60 * 60 * 1_000;

/** Forgets uploads that nobody has gone on with for a week. The tus library's own clean-up takes finished ones too, with their bytes. */
export const expiredUploadSweep: Sweep = {
  name: "expired uploads",
  everyMs: SWEEP_MS,
  onWake: false,
  run: async (signal) => {
    let isMore = true;
    while (isMore && !signal.aborted) isMore = await forgetExpiredUpload();
    await forgetStaleLocks();
  },
};
