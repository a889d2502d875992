import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, inject } from "vitest";
import { startUploadServer, type UploadServer } from "../integration/uploads/upload-server";
import { createBucket } from "../services/bucket";
import { type FaultProxy, openFaultProxy } from "../services/fault-proxy";
import type { StoreAccess } from "../services/swift";
import { type SignedIn, signedIn } from "../setup/signed-in";

const given = inject("storeForFaults");

/** Whether there is a real object store to fail; in CI there is. */
export const hasStore = given !== null;

/** The settings under which a process keeps its blobs in a bucket. */
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

/** An empty bucket, reached directly. @throws Error where there is no store */
export async function newBucket(): Promise<{ store: StoreAccess; bucket: string }> {
  if (!given) throw new Error("There is no object store on this machine.");
  const bucket = `faults-${randomBytes(8).toString("hex")}`;
  await createBucket(given, bucket);
  return { store: given, bucket };
}

/** A web process within this one, whose object store is reached by way of whatever can go wrong. */
export interface FaultyProduct {
  proxy: FaultProxy;
  server: UploadServer;
  admin: SignedIn;
  /** Reached directly. */
  store: StoreAccess;
  bucket: string;
}

/**
 * Sets this process up so, for all tests of a file; what it starts has the same settings. To be called before anything asks for the
 * settings of this process.
 * @returns what is there once the first test begins
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
