import { execFile } from "node:child_process";

/** Unsets the S3 settings, so that a product started by a test does not use the bucket of the test file. */
export const NO_BUCKET = {
  S3_BUCKET: "",
  S3_ENDPOINT: "",
  S3_REGION: "",
  S3_ACCESS_KEY_ID: "",
  S3_SECRET_ACCESS_KEY: "",
  S3_FORCE_PATH_STYLE: "",
};

/**
 * Runs `npm run doctor` on a DATA_DIR and returns its output and exit code.
 * @param settings for a product whose database or blobs are outside DATA_DIR
 */
export function runDoctor(dataDir: string, settings: Record<string, string> = {}): Promise<{ code: number; printed: string }> {
  // The product must not use the database of this test file.
  const env = { ...process.env, DATABASE_URL: "", AUTH_SECRET: "", ...NO_BUCKET, DATA_DIR: dataDir, ...settings };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["scripts/bootstrap.mjs", "doctor"], { env }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, printed: `${stdout}${stderr}` });
    });
  });
}
