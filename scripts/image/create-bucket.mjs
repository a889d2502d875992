/** Creates the bucket of the settings if it is missing, for a new object store. */
import { CreateBucketCommand, HeadBucketCommand, S3Client } from "@aws-sdk/client-s3";

const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region = "us-east-1" } = process.env;
const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
if (!bucket || !endpoint || !accessKeyId || !secretAccessKey) {
  console.error("S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.");
  process.exit(2);
}
const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
const isMissing = ({ $metadata }) => $metadata?.httpStatusCode === 404;

try {
  await client.send(new HeadBucketCommand({ Bucket: bucket }));
  console.log(`The bucket ${bucket} exists.`);
} catch (error) {
  if (!isMissing(error)) throw error;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  console.log(`The bucket ${bucket} was created.`);
}
