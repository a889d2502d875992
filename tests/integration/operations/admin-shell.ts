import { spawn } from "node:child_process";

export interface ShellAnswer {
  code: number | null;
  printed: string;
}

/** What `npm run admin` says of a DATA_DIR to a shell without a terminal, and its exit code. @param input what it can read */
export function runAdmin(dataDir: string, words: string[], input = ""): Promise<ShellAnswer> {
  return new Promise((resolve, reject) => {
    // This test file's own database is not that of the product.
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", AUTH_SECRET: "", LOG_LEVEL: "" };
    const child = spawn(process.execPath, ["scripts/bootstrap.mjs", "admin", ...words], { env, stdio: ["pipe", "pipe", "pipe"] });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, printed }));
    // One that refuses reads nothing.
    child.stdin.on("error", () => undefined).end(input);
  });
}
