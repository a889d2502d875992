import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, inject } from "vitest";
import { startUploadServer, type UploadServer } from "../integration/uploads/upload-server";
import { createBucket } from "../services/bucket";
import { type FaultProxy, openFaultProxy } from "../services/fault-proxy";
import type { StoreAccess } from "../services/swift";
import { type SignedIn, signedIn } from "../setup/signed-in";

const given = inject("storeForFaults");

/** True when a real object store is available, as in CI. */
export const hasStore = given !== null;

/** Settings that keep a process's blobs in a bucket. */
export function settingsOf(store: StoreAccess, bucket: string): Record<string, string> {
  return {
    S3_BUCKET: bucket,
    S3_ENDPOINT: store.endpoint,
    S3_REGION: store.region,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    S3_FORCE_PATH_STYLE: "1",
  };
}

/** Creates an empty bucket that is reached directly. @throws Error without a store */
export async function newBucket(): Promise<{ store: StoreAccess; bucket: string }> {
  if (!given) throw new Error("There is no object store on this machine.");
  const bucket = `faults-${randomBytes(8).toString("hex")}`;
  await createBucket(given, bucket);
  return { store: given, bucket };
}

/** A web process within this one. Its requests to the object store pass the fault proxy. */
export interface FaultyProduct {
  proxy: FaultProxy;
  server: UploadServer;
  admin: SignedIn;
  /** The store, reached directly. */
  store: StoreAccess;
  bucket: string;
}

/**
 * Sets up this process for all tests of a file. Processes that it starts inherit the settings. Call it before the settings of this
 * process are parsed.
 * @returns the product, available once the first test begins
 */
export function useFaultyProduct(): FaultyProduct {
  const product = {} as FaultyProduct;
  beforeAll(async () => {
    const { store, bucket } = await newBucket();
    const proxy = await openFaultProxy(store);
    Object.assign(process.env, settingsOf(proxy.access, bucket));
    const server = await startUploadServer();
    Object.assign(product, { store, bucket, proxy, server, admin: await signedIn("admin") });
  });
  afterAll(async () => {
    await product.server?.close();
    await product.proxy?.close();
  });
  return product;
}
