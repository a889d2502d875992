import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import type { S3Settings } from "../env";

// Which release of the SDK speaks to the store is settled with the product's own: what a later one will ask of Node is no line of its log.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";

/** How long the store may take for what, and how much of it is asked at once. Milliseconds. */
export interface S3Limits {
  /** To take a connection. */
  connectionTimeout: number;
  /** For which a connection may stand still: without an answer, within a body, or because nobody reads it. */
  socketTimeout: number;
  /** Connections at once. More than readers and writers may have together, so that none waits here, where waiting counts as connecting. */
  maxSockets: number;
  /** Tries of one request, the first included. */
  maxAttempts: number;
}

const LIMITS: S3Limits = { connectionTimeout: 10_000, socketTimeout: 30_000, maxSockets: 512, maxAttempts: 4 };

/**
 * What a client for an S3-compatible store is made with. It asks nothing of a store that is not Amazon's which those
 * are known not to understand: no checksum trailers, no aws-chunked bodies, no waiting for "100 Continue".
 */
export function s3ClientConfig(settings: S3Settings, limits: Partial<S3Limits> = {}): S3ClientConfig {
  const { connectionTimeout, socketTimeout, maxSockets, maxAttempts } = { ...LIMITS, ...limits };
  const agent = { keepAlive: true, maxSockets, maxFreeSockets: 64 };
  return {
    region: settings.region,
    ...(settings.endpoint !== null && { endpoint: settings.endpoint }),
    ...(settings.credentials !== null && { credentials: settings.credentials }),
    forcePathStyle: settings.forcePathStyle,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    expectContinueHeader: false,
    retryMode: "standard",
    maxAttempts,
    requestHandler: new NodeHttpHandler({
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
      connectionTimeout,
      socketTimeout,
      // A limit that one call sets for itself shall end the call, not be written to the console.
      throwOnRequestTimeout: true,
    }),
  };
}

/** A client for an S3-compatible store, with connections of its own. Whoever reads a body must drain or destroy it. */
export function createS3Client(settings: S3Settings, limits: Partial<S3Limits> = {}): S3Client {
  return new S3Client(s3ClientConfig(settings, limits));
}
