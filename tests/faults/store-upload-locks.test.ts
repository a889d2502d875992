import { beforeAll, describe } from "vitest";
import { hasStore, newBucket, settingsOf } from "./faulty-store";
import { describeUploadLocks } from "./upload-lock-rounds";

describe.runIf(hasStore)("two web processes with one upload into a bucket", () => {
  beforeAll(async () => {
    const { store, bucket } = await newBucket();
    Object.assign(process.env, settingsOf(store, bucket));
  });
  describeUploadLocks();
});
