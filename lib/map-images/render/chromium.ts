import { accessSync, constants } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { env } from "../../env";
import { logger } from "../../logger";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/** Looked through after PATH, which services are often started without. */
const USUAL_FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome"];

/** The user that owns nothing, by the number that it has on every Linux. */
const NOBODY = 65_534;
const START_LIMIT_MS = 15_000;
const CLOSE_LIMIT_MS = 3_000;

const FOLDER_PREFIX = "sea-vision-chromium-";

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

const isRoot = () => process.getuid?.() === 0;

/** How a Chromium is started here: which, and as root the program by which it gets another user. */
export interface Installation {
  chromium: string;
  /** util-linux' setpriv; null when nobody's rights need to be given up. */
  setpriv: string | null;
}

/** @returns null where pictures cannot be rendered: no Chromium, or root and no way to be somebody else */
export function findChromium(): Installation | null {
  const { rendersMapImages, chromiumPath } = env();
  const chromium = chromiumPath ?? findProgram(NAMES);
  if (!rendersMapImages || chromium === null || !isExecutable(chromium)) return null;
  if (!isRoot()) return { chromium, setpriv: null };
  // Root's Chromium would have no sandbox, and a stranger's script in it would be root's.
  const setpriv = findProgram(["setpriv"]);
  return setpriv === null ? null : { chromium, setpriv };
}

/** Names the process that made it, so that the folder of one that was killed is known for what it is. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  const profile = path.join(folder, "profile");
  await mkdir(profile, { mode: 0o700 });
  if (isRoot()) {
    await chmod(folder, 0o711);
    await chown(profile, NOBODY, NOBODY);
  }
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Removes what workers that were killed have left. */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^sea-vision-chromium-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch((error: unknown) => {
      logger.debug({ err: error, name }, "folder of a browser left");
    });
  }
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The program that Playwright starts in place of Chromium: it becomes Chromium, with the rights, the rank and the folder that we
 * want. The first to go when memory runs out, and behind everybody else when it comes to processor time.
 */
function launcher({ chromium, setpriv }: Installation, folder: string): string {
  const drop = setpriv ? `${quote(setpriv)} --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --inh-caps=-all ` : "";
  return `#!/bin/sh
echo $$ > ${quote(path.join(folder, "pid"))}
{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
exec nice -n 5 ${drop}${quote(chromium)} "$@" ${quote(`--user-data-dir=${path.join(folder, "profile")}`)}
`;
}

/**
 * No way to any network: every request is answered by us, and what no page can be kept from trying (WebSockets of workers,
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
      return new Chromium(browser, pid, folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
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
    const limit = setTimeout(() => this.kill(), CLOSE_LIMIT_MS);
    await this.browser.close().catch((error: unknown) => logger.debug({ err: error }, "browser did not close"));
    clearTimeout(limit);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch((error: unknown) => {
      logger.warn({ err: error }, "folder of a browser left");
    });
  }
}
