import { type StoreAccess, startSwift } from "../services/swift";

/** Where the blobs of a whole test run are kept. */
export interface TestStore {
  /** outlivesTheRun: buckets have to be removed, for nobody else does it. */
  access: StoreAccess & { outlivesTheRun: boolean };
  close(): Promise<void>;
}

/**
 * With TEST_BLOBS=s3 a store that speaks S3: the one that the S3_* variables tell of, or a Swift of the run's own.
 * @returns null: blobs are kept on disk
 */
export async function openTestStore(): Promise<TestStore | null> {
  if (process.env.TEST_BLOBS !== "s3") return null;
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  if (!endpoint) {
    const { stop, folder: _, ...access } = await startSwift();
    return { access: { ...access, outlivesTheRun: false }, close: stop };
  }
  if (!accessKeyId || !secretAccessKey) throw new Error("S3_ENDPOINT needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it.");
  return {
    access: { endpoint, region: region || "us-east-1", accessKeyId, secretAccessKey, outlivesTheRun: true },
    close: () => Promise.resolve(),
  };
}
