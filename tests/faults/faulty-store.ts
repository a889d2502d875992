import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { createBucket } from "../services/bucket";
import { type FaultProxy, openFaultProxy } from "../services/fault-proxy";
import type { StoreAccess } from "../services/swift";

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

/** A store as this process and those it starts are told of it by their settings, with whatever can go wrong on the way to it. */
export interface FaultyStore {
  proxy: FaultProxy;
  /** Reached directly. */
  store: StoreAccess;
  bucket: string;
}

/** To be called before anything asks for the settings of this process, so once, when a test file begins. */
export async function useFaultyStore(): Promise<FaultyStore> {
  const { store, bucket } = await newBucket();
  const proxy = await openFaultProxy(store);
  Object.assign(process.env, settingsOf(proxy.access, bucket));
  return { proxy, store, bucket };
}
