import { spawn } from "node:child_process";

export interface ShellAnswer {
  code: number | null;
  printed: string;
}

/** Runs `npm run admin` on a DATA_DIR without a terminal and returns its output and exit code. @param input standard input */
export function runAdmin(dataDir: string, words: string[], input = ""): Promise<ShellAnswer> {
  return new Promise((resolve, reject) => {
    // The product must not use the database of this test file.
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
    // The process may exit without reading its input.
    child.stdin.on("error", () => undefined).end(input);
  });
}
