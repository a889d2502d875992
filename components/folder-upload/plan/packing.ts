import { UPLOADS_AT_A_TIME } from "@/lib/publish/limits";

/** How files are divided among uploads. */
export interface Packing {
  isPacked: boolean;
  uploadsAtATime: number;
}

const KEY = "sea-vision.bench-single-uploads";

/** Packs, unless bench/folder has asked this tab for one upload per file, so many at a time, to compare with. */
export function readPacking(storage: Storage): Packing {
  const atATime = Number(storage.getItem(KEY));
  return atATime > 0 ? { isPacked: false, uploadsAtATime: atATime } : { isPacked: true, uploadsAtATime: UPLOADS_AT_A_TIME };
}
