import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { env } from "../../lib/env";
import { engineState, NO_GDAL } from "../../lib/gdal/state";
import { findChromium } from "../../lib/maps/images/render/chromium";
import { printLine } from "./announcement";

const APT = "/usr/bin/apt-get";

/** A program that the product can do without. */
interface MissingProgram {
  packages: string;
  problem: string;
  remedy: string;
  /** Printed when it is installed. */
  news: string;
  canInstall: boolean;
}

/** Ubuntu has apt, too, but its package of Chromium needs snap. */
const isDebian = () => existsSync(APT) && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));

function findMissingChromium(): MissingProgram[] {
  const { rendersMapImages, chromiumPath } = env();
  if (!rendersMapImages || findChromium()) return [];
  return [
    {
      packages: "chromium",
      problem: "Map thumbnails are off: Chromium was not found.",
      remedy: chromiumPath === null ? "On Debian: sudo apt-get install chromium" : `CHROMIUM_PATH is ${chromiumPath}`,
      news: "Chromium is installed: map thumbnails are on.",
      canInstall: chromiumPath === null,
    },
  ];
}

async function findMissingGdal(): Promise<MissingProgram[]> {
  if ((await engineState()).isInstalled) return [];
  return [
    {
      packages: "gdal-bin proj-data bubblewrap",
      problem: NO_GDAL,
      remedy: "Install the package gdal-bin.",
      news: "GDAL is installed: it converts files of any size.",
      canInstall: true,
    },
  ];
}

/** Installs packages in a process of its own, which continues when the product stops: a package must not be left half installed. */
function installInBackground(programs: readonly MissingProgram[]): void {
  const packages = programs.map((program) => program.packages).join(" ");
  const install = `${APT} update && ${APT} install --yes --no-install-recommends ${packages}`;
  const child = spawn("sh", ["-c", install], {
    stdio: "ignore",
    detached: true,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  child.once("exit", (code) => printLine(code === 0 ? programs.map(({ news }) => news).join(" ") : `This failed: ${install}`));
  child.once("error", () => undefined);
  child.unref();
}

/** Says how to get Chromium and GDAL when they are missing. As root on Debian they are installed, if INSTALL_CHROMIUM allows that. */
export async function offerPackages(): Promise<void> {
  const missing = [...findMissingChromium(), ...(await findMissingGdal())];
  const mayInstall = missing.length > 0 && env().installsChromium && process.getuid?.() === 0 && isDebian();
  const installed = missing.filter(({ canInstall }) => mayInstall && canInstall);
  for (const program of missing) {
    printLine(`${program.problem} ${installed.includes(program) ? "It is being installed in the background." : program.remedy}`);
  }
  if (installed.length > 0) installInBackground(installed);
}
