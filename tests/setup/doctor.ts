import { execFile } from "node:child_process";

/** Unsets where blobs are kept: this test file's own bucket, if it has one, is not for products that it starts. */
export const NO_BUCKET = {
  S3_BUCKET: "",
  S3_ENDPOINT: "",
  S3_REGION: "",
  S3_ACCESS_KEY_ID: "",
  S3_SECRET_ACCESS_KEY: "",
  S3_FORCE_PATH_STYLE: "",
};

/**
 * What `npm run doctor` says of a DATA_DIR, and its exit code.
 * @param settings those of a product whose database or blobs are not in its DATA_DIR
 */
export function runDoctor(dataDir: string, settings: Record<string, string> = {}): Promise<{ code: number; printed: string }> {
  // This test file's own database is not that of the product.
  const env = { ...process.env, DATABASE_URL: "", AUTH_SECRET: "", ...NO_BUCKET, DATA_DIR: dataDir, ...settings };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["scripts/bootstrap.mjs", "doctor"], { env }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, printed: `${stdout}${stderr}` });
    });
  });
}
