import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { env } from "../../lib/env";
import { findChromium } from "../../lib/maps/images/render/chromium";
import { printLine } from "./terminal";

const APT = "/usr/bin/apt-get";
const INSTALL = `${APT} update && ${APT} install --yes --no-install-recommends chromium`;

/** Ubuntu has apt, too, but its package needs snap. */
const isDebian = () => existsSync(APT) && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));

/** Installs Chromium in a process of its own, which continues when the product stops: a package must not be left half installed. */
function installInBackground(): void {
  const child = spawn("sh", ["-c", INSTALL], {
    stdio: "ignore",
    detached: true,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  child.once("exit", (code) => printLine(code === 0 ? "Chromium is installed: map thumbnails are on." : `This failed: ${INSTALL}`));
  child.once("error", () => undefined);
  child.unref();
}

/** Says how to get thumbnails when Chromium is missing. As root on Debian it is installed, if INSTALL_CHROMIUM allows that. */
export function offerChromium(): void {
  const { rendersMapImages, chromiumPath, installsChromium } = env();
  if (!rendersMapImages || findChromium()) return;
  const installs = installsChromium && chromiumPath === null && process.getuid?.() === 0 && isDebian();
  const remedy = chromiumPath === null ? "On Debian: sudo apt-get install chromium" : `CHROMIUM_PATH is ${chromiumPath}`;
  printLine(`Map thumbnails are off: Chromium was not found. ${installs ? "It is being installed in the background." : remedy}`);
  if (installs) installInBackground();
}
