import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** Writes a folder of small files. @returns a function that changes one of them */
export async function writeSite(top: string, count: number): Promise<() => Promise<void>> {
  const placeOf = (number: number) => path.join(top, "tiles", String(number % 100), `${number}.txt`);
  for (let folder = 0; folder < 100; folder += 1) await mkdir(path.join(top, "tiles", String(folder)), { recursive: true });
  await writeFile(path.join(top, "index.html"), "1");
  for (let number = 1; number < count; number += 1) await writeFile(placeOf(number), `tile ${number} `.repeat(20));
  return () => writeFile(placeOf(7), "changed");
}
