import { type StoreAccess, startSwift } from "../services/swift";

export interface TestStore {
  /** `outlivesTheRun` is true when the store keeps its buckets after the run, so tests must delete them. */
  access: StoreAccess & { outlivesTheRun: boolean };
  close(): Promise<void>;
}

/**
 * Opens an S3 store when TEST_BLOBS is "s3": the store of the S3_* variables, or a temporary Swift server.
 * @returns null when blobs are kept on disk
 */
export async function openTestStore(): Promise<TestStore | null> {
  if (process.env.TEST_BLOBS !== "s3") return null;
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  if (!endpoint) {
    const { stop, folder: _, ...access } = await startSwift();
    return { access: { ...access, outlivesTheRun: false }, close: stop };
  }
  if (!accessKeyId || !secretAccessKey) throw new Error("S3_ENDPOINT needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.");
  return {
    access: { endpoint, region: region || "us-east-1", accessKeyId, secretAccessKey, outlivesTheRun: true },
    close: () => Promise.resolve(),
  };
}
