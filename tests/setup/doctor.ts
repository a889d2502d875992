import { execFile } from "node:child_process";

/** What `npm run doctor` says of a DATA_DIR, and its exit code. */
export function runDoctor(dataDir: string): Promise<{ code: number; printed: string }> {
  // This test file's own database is not that of the product.
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", AUTH_SECRET: "" };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["scripts/bootstrap.mjs", "doctor"], { env }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, printed: `${stdout}${stderr}` });
    });
  });
}
