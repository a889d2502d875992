import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

const file = ".bootstrap.lock";

async function isHeld() {
  const pid = Number(await readFile(file, "utf8").catch(() => ""));
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    return error.code === "EPERM";
  }
}

async function take() {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}

/** Does work that changes this folder (installing, building) while no other command of this clone does; they wait for each other. */
export async function oneAtATime(work) {
  for (let waited = false; !(await take()); waited = true) {
    if (await isHeld()) {
      if (!waited) console.log(`Another command is installing or building here; waiting for it. (If there is none, delete ${file}.)`);
      await pause(200);
    } else {
      await rm(file, { force: true });
    }
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}
