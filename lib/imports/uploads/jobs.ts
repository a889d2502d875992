import type { Sweep } from "../../jobs/job";
import { forgetStaleLocks } from "./locks";
import { forgetExpiredUpload } from "./mutations";

const SWEEP_MS = 60 * 60 * 1_000;

/** Deletes uploads that have had no request for a week. The tus library's own clean-up would delete the bytes of complete ones. */
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
