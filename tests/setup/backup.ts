import { type ChildProcess, execFile } from "node:child_process";

export interface Command {
  child: ChildProcess;
  ended: Promise<{ code: number | null; printed: string }>;
}

/** Runs `npm run backup` or `npm run restore` of the built product on a DATA_DIR. */
export function startBackup(name: "backup" | "restore", dataDir: string, args: readonly string[]): Command {
  // The product must not use the database of this test file.
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", AUTH_SECRET: "", S3_BUCKET: "" };
  const child = execFile(process.execPath, ["scripts/bootstrap.mjs", name, ...args], { env });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text: string) => {
      printed += text;
    });
  }
  const ended = new Promise<{ code: number | null; printed: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, printed }));
  });
  return { child, ended };
}
