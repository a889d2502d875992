import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns true when the process can mount a file system: root on Linux, outside most containers. */
export function canMount(): boolean {
  if (!isRoot() || process.platform !== "linux") return false;
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Mounts a file system of a few megabytes at a folder. */
export function mountSmallDisk(folder: string, megabytes: number): { unmount(): void } {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  return { unmount: () => void execFileSync("umount", ["--lazy", folder]) };
}
