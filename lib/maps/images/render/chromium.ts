import { accessSync, constants } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { env } from "../../../env";
import { logger } from "../../../logging/logger";
import { isRoot, makeFolder, NOBODY, removeFolder } from "./folders";

/** Paths of Chromium and of the programs that change its user and its network. */
export interface Installation {
  chromium: string;
  setpriv: string | null;
  unshare: string | null;
}

export const NO_CHROMIUM = "Chromium was not found";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/** Searched after PATH, which services often lack. */
const USUAL_FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome"];

/** Generous: a busy computer takes long, and the map is not to blame. */
const START_LIMIT_MS = 60_000;
const CLOSE_LIMIT_MS = 3_000;

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findProgram(names: readonly string[]): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean), ...USUAL_FOLDERS];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable) ?? null;
}

/** Returns null when thumbnails can't be rendered: without Chromium, or as root without setpriv. */
export function findChromium(): Installation | null {
  const { rendersMapImages, chromiumPath } = env();
  const chromium = chromiumPath ?? findProgram(NAMES);
  if (!rendersMapImages || chromium === null || !isExecutable(chromium)) return null;
  const unshare = findProgram(["unshare"]);
  if (!isRoot()) return { chromium, setpriv: null, unshare };
  // Chromium has no sandbox as root, so scripts of maps would run as root.
  const setpriv = findProgram(["setpriv"]);
  return setpriv === null ? null : { chromium, setpriv, unshare };
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the script that starts Chromium without root's rights, at low priority and, where possible, without a network. */
function launcher({ chromium, setpriv, unshare }: Installation, folder: string): string {
  const drop = setpriv ? `${quote(setpriv)} --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --inh-caps=-all ` : "";
  // Without root, a network namespace needs a user namespace.
  const apart = unshare && `${quote(unshare)} --net${setpriv ? "" : " --map-current-user"}`;
  return `#!/bin/sh
echo $$ > ${quote(path.join(folder, "pid"))}
set -- ${drop}${quote(chromium)} "$@" ${quote(`--user-data-dir=${path.join(folder, "profile")}`)}
${apart ? `if ${apart} true 2>/dev/null; then set -- ${apart} "$@"; fi` : ""}
exec nice -n 5 "$@"
`;
}

/** Blocks network access that can't be intercepted: WebSockets of workers, WebRTC, WebTransport and prefetching. */
const SWITCHES = [
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--no-pings",
  "--disable-domain-reliability",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--renderer-process-limit=2",
  "--js-flags=--max-old-space-size=512",
];
const NO_PROXY = { server: "http://0.0.0.0:1", bypass: "<-loopback>" };

/** Makes the browser the first process that the kernel kills when memory runs out. Chromium resets the value while it starts. */
async function preferForOomKill(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/oom_score_adj`, "1000").catch((error: unknown) =>
    logger.debug({ err: error }, "OOM score of a browser not set"),
  );
}

export class Chromium {
  private constructor(
    readonly browser: Browser,
    /** Process id of the browser, which leads the group of its processes. */
    readonly pid: number,
    private readonly folder: string,
  ) {}

  /** Starts a browser. @param insecureOrigin origin that is treated as secure without https @throws Error when it doesn't start */
  static async start(installation: Installation, insecureOrigin: string): Promise<Chromium> {
    // Imported on demand: it takes 30 MB.
    const { chromium } = await import("playwright-core");
    const folder = await makeFolder();
    try {
      const executablePath = path.join(folder, "chromium");
      await writeFile(executablePath, launcher(installation, folder), { mode: 0o755 });
      const profile = path.join(folder, "profile");
      const browser = await chromium.launch({
        executablePath,
        chromiumSandbox: true,
        headless: true,
        timeout: START_LIMIT_MS,
        args: [...SWITCHES, `--unsafely-treat-insecure-origin-as-secure=${insecureOrigin}`],
        proxy: NO_PROXY,
        // Without the product's settings, which contain secrets.
        env: { HOME: profile, TMPDIR: profile, XDG_RUNTIME_DIR: profile, PATH: process.env["PATH"] ?? "/usr/bin:/bin", LANG: "C.UTF-8" },
        // This process closes the browser. If it is killed, the browser ends with its pipe.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
      const pid = Number(await readFile(path.join(folder, "pid"), "utf8"));
      await preferForOomKill(pid);
      return new Chromium(browser, pid, folder);
    } catch (error) {
      await removeFolder(folder);
      throw error;
    }
  }

  kill(): void {
    try {
      process.kill(-this.pid, "SIGKILL");
    } catch (error) {
      logger.debug({ err: error }, "browser had already ended");
    }
  }

  async close(): Promise<void> {
    const closed = new AbortController();
    void this.browser
      .close()
      .catch((error: unknown) => logger.debug({ err: error }, "browser did not close"))
      .finally(() => closed.abort());
    await pause(CLOSE_LIMIT_MS, undefined, { signal: closed.signal }).then(
      () => this.kill(),
      () => undefined,
    );
    await removeFolder(this.folder);
  }
}
