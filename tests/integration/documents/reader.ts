import { execFile, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

const clone = path.resolve(import.meta.dirname, "../../..");

const PAGE = "<!doctype html><title>Harbour</title>";
const DEPTHS = '{ "type": "FeatureCollection", "features": [] }';

/** Checks that npm knows the command. Runs scripts of the clone, except those that start the product: the test has started it. */
const npm = `#!/usr/bin/env bash
set -euo pipefail
has_script() { "$NODE" -e 'process.exit(require(process.argv[1]).scripts[process.argv[2]] ? 0 : 1)' "$CLONE/package.json" "$1"; }
case "$1" in
  start | test) has_script "$1" ;;
  run) has_script "$2" && cd "$CLONE" && exec "$NODE" scripts/bootstrap.mjs "$2" ;;
  *) exec "$NPM" "$@" ;;
esac
`;

/** Runs the installed package, or the clone's program, as npx does. */
const npx = `#!/usr/bin/env bash
set -euo pipefail
installed=node_modules/.bin/$1
program=$("$NODE" -p 'require(process.argv[1]).bin[process.argv[2]]' "$CLONE/package.json" "$1")
shift
if [ -e "$installed" ]; then exec "$installed" "$@"; fi
exec "$NODE" "$CLONE/$program" "$@"
`;

/** Runs a page's commands in a folder with a map site, without the test's settings. */
export class Reader {
  private constructor(
    readonly folder: string,
    private readonly environment: Record<string, string>,
  ) {}

  static async open(): Promise<Reader> {
    const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-reader-"));
    const bin = path.join(folder, "bin");
    await mkdir(path.join(folder, "site/data"), { recursive: true });
    await mkdir(bin);
    await writeFile(path.join(folder, "site/index.html"), PAGE);
    await writeFile(path.join(folder, "site/data/depths.geojson"), DEPTHS);
    await promisify(execFile)("zip", ["--quiet", "--recurse-paths", "../site.zip", "."], { cwd: path.join(folder, "site") });
    await symlink(path.join(clone, "cli"), path.join(folder, "cli"));
    const { stdout: realNpm } = await promisify(execFile)("which", ["npm"]);
    for (const [name, script] of Object.entries({ npm, npx })) {
      await writeFile(path.join(bin, name), script);
      await chmod(path.join(bin, name), 0o755);
    }
    const programs = { CLONE: clone, NODE: process.execPath, NPM: realNpm.trim() };
    const quiet = { npm_config_audit: "false", npm_config_fund: "false", npm_config_offline: "true" };
    return new Reader(folder, { HOME: folder, PATH: `${bin}:${process.env.PATH}`, ...programs, ...quiet });
  }

  /** Runs commands up to the first failure. @returns exit code, and the shell's output with each command */
  async run(commands: string): Promise<{ code: number | null; printed: string }> {
    const child = spawn("bash", ["-euxo", "pipefail"], {
      cwd: this.folder,
      env: { ...this.environment, NODE_ENV: "test" },
      stdio: ["pipe", "pipe", "pipe"],
      timeout: 500_000,
    });
    child.stdin.end(commands);
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const [code, out, seen] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { code, printed: `${out}\n${seen}` };
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
