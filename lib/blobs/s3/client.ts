import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { S3Client } from "@aws-sdk/client-s3";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import type { S3Settings } from "../../env";

// The SDK warns about the Node versions of its future releases, which does not concern operators.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";

const MILLISECONDS = {
  connectionTimeout: 10_000,
  /** How long a connection may be idle: before the answer, within a body, or because nothing reads it. */
  socketTimeout: 30_000,
};

/** More than readers and writers have together: the SDK counts the wait for a connection as connecting. */
const MOST_SOCKETS = 512;

/** Creates a client without what some stores do not support: checksum trailers, aws-chunked bodies and "Expect: 100-continue". */
export function createS3Client(settings: S3Settings): S3Client {
  const agent = { keepAlive: true, maxSockets: MOST_SOCKETS, maxFreeSockets: 64 };
  return new S3Client({
    region: settings.region,
    ...(settings.endpoint !== null && { endpoint: settings.endpoint }),
    ...(settings.credentials !== null && { credentials: settings.credentials }),
    forcePathStyle: settings.forcePathStyle,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    expectContinueHeader: false,
    retryMode: "standard",
    maxAttempts: 4,
    requestHandler: new NodeHttpHandler({
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
      ...MILLISECONDS,
      // A request timeout ends the call instead of only logging a warning.
      throwOnRequestTimeout: true,
    }),
  });
}
