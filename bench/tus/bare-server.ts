/** The comparison: the tus library with its own store, set up as its documentation shows, behind Node's HTTP server. */
import { createServer } from "node:http";
import { FileStore } from "@tus/file-store";
import { S3Store } from "@tus/s3-store";
import { Server } from "@tus/server";

const [folder = ".", port = "0"] = process.argv.slice(2);
const {
  S3_BUCKET: bucket,
  S3_ENDPOINT: endpoint = "",
  S3_REGION: region = "",
  S3_ACCESS_KEY_ID = "",
  S3_SECRET_ACCESS_KEY = "",
} = process.env;

/** Returns the store of a bucket, without the checksums in trailers that Swift rejects. */
function openS3Store(bucket: string): S3Store {
  const credentials = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  const checksums = { requestChecksumCalculation: "WHEN_REQUIRED", responseChecksumValidation: "WHEN_REQUIRED" } as const;
  return new S3Store({ s3ClientConfig: { bucket, endpoint, region, credentials, forcePathStyle: true, ...checksums } });
}

const datastore = bucket ? openS3Store(bucket) : new FileStore({ directory: folder });
const tus = new Server({ path: "/files", datastore });
createServer((request, response) => void tus.handle(request, response)).listen(Number(port), () => process.send?.("ready"));
