import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** True where a file system can be mounted: for root, outside of most containers. */
export function canMount(): boolean {
  if (!isRoot() || process.platform !== "linux") return false;
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A file system of a few megabytes in the place of a folder. */
export function mountSmallDisk(folder: string, megabytes: number): { unmount(): void } {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  return { unmount: () => void execFileSync("umount", ["--lazy", folder]) };
}
