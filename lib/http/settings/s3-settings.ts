import { z } from "zod";
import { flag } from "./settings";

const text = z.string().min(1);

/** Variables of the bucket for uploaded files. */
export const s3Variables = {
  S3_BUCKET: z.string().min(3).max(63).optional().describe("Bucket for uploaded files. If unset, they are kept in `DATA_DIR/blobs`."),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Address of the S3 store. If unset: Amazon S3 in `S3_REGION`."),
  S3_REGION: text.default("us-east-1").describe("Region of the bucket."),
  S3_ACCESS_KEY_ID: text.optional().describe("Set it with `S3_SECRET_ACCESS_KEY`, or neither. If unset: the AWS role of the machine."),
  S3_SECRET_ACCESS_KEY: text.optional().describe("See `S3_ACCESS_KEY_ID`."),
  S3_FORCE_PATH_STYLE: flag
    .optional()
    .describe("`1` puts the bucket into the path instead of the host name. If unset: `1` with `S3_ENDPOINT`."),
};
const variables = z.object(s3Variables);

/** Returns the settings of S3. @throws Error when one half of the credentials is missing, or other S3 settings are set without a bucket */
export function readS3(values: z.output<typeof variables>) {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_FORCE_PATH_STYLE } = values;
  if (Boolean(S3_ACCESS_KEY_ID) !== Boolean(S3_SECRET_ACCESS_KEY))
    throw new Error("Wrong settings:\n✖ S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set both or neither");
  if (!S3_BUCKET) {
    if (S3_ENDPOINT || S3_ACCESS_KEY_ID) throw new Error("Wrong settings:\n✖ S3_BUCKET must be set when other S3 settings are");
    return null;
  }
  return {
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT ?? null,
    region: S3_REGION,
    /** Null: the SDK finds them, for example from the role of the machine. */
    credentials: S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } : null,
    /** True: the bucket is in the path, as most servers other than Amazon's require. */
    forcePathStyle: S3_FORCE_PATH_STYLE ?? Boolean(S3_ENDPOINT),
  };
}
