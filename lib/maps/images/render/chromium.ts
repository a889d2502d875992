import { accessSync, constants } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { env } from "../../../env";
import { logger } from "../../../logging/logger";
import { type Installation, launcher } from "../../../map-images/render/launcher";
import { isRoot, makeFolder, removeFolder } from "./folders";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/** Looked through after PATH, which services are often started without. */
const USUAL_FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome"];

const START_LIMIT_MS = 15_000;
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

/** @returns null where pictures cannot be rendered: no Chromium, or root and no way to be somebody else */
export function findChromium(): Installation | null {
  const { rendersMapImages, chromiumPath } = env();
  const chromium = chromiumPath ?? findProgram(NAMES);
  if (!rendersMapImages || chromium === null || !isExecutable(chromium)) return null;
  const unshare = findProgram(["unshare"]);
  if (!isRoot()) return { chromium, setpriv: null, unshare };
  // Root's Chromium would have no sandbox, and a stranger's script in it would be root's.
  const setpriv = findProgram(["setpriv"]);
  return setpriv === null ? null : { chromium, setpriv, unshare };
}

/**
 * No way to any network, also where it has not got one of its own with nothing in it (launcher.ts): every request is answered by us, and what no page can be kept from trying (WebSockets of workers,
 * WebRTC, WebTransport, prefetching) finds a proxy that is none and no name for any host, numbers included.
 */
const SWITCHES = [
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--no-pings",
  "--disable-domain-reliability",
  // Maps in WebGL, on machines without a graphics card.
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--renderer-process-limit=2",
  "--js-flags=--max-old-space-size=512",
];
const NO_PROXY = { server: "http://0.0.0.0:1", bypass: "<-loopback>" };

/**
 * Makes it the first to go when memory runs out, and all the others with it. Not before it runs: a browser gives itself the rank of
 * any other process when it starts.
 */
async function goFirst(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/oom_score_adj`, "1000").catch((error: unknown) =>
    logger.debug({ err: error }, "rank of a browser not set"),
  );
}

/** A Chromium of its own for one picture: nothing of one map is ever there when the next is opened. */
export class Chromium {
  private constructor(
    readonly browser: Browser,
    /** Of the browser's own process, which leads the group of all its others. */
    readonly pid: number,
    private readonly folder: string,
  ) {}

  /**
   * @param insecureOrigin whose pages have what else only https gives
   * @throws Error when it does not start, as without any sandbox that the system allows
   */
  static async start(installation: Installation, insecureOrigin: string): Promise<Chromium> {
    // Only when it is needed: it takes 30 MB, and most of the time there is nothing to render.
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
        // Nothing of our own settings, which hold secrets.
        env: { HOME: profile, TMPDIR: profile, XDG_RUNTIME_DIR: profile, PATH: process.env["PATH"] ?? "/usr/bin:/bin", LANG: "C.UTF-8" },
        // Whoever ends this process closes the browser; one that is killed takes it along, since its pipe ends.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
      const pid = Number(await readFile(path.join(folder, "pid"), "utf8"));
      await goFirst(pid);
      return new Chromium(browser, pid, folder);
    } catch (error) {
      await removeFolder(folder);
      throw error;
    }
  }

  /** Ends it at once, with everything that it has started. */
  kill(): void {
    try {
      process.kill(-this.pid, "SIGKILL");
    } catch (error) {
      logger.debug({ err: error }, "browser gone already");
    }
  }

  /** Ends it, and leaves nothing of it. */
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
