import type { Sample } from "./kit";

export const DRAWING_SAMPLES: readonly Sample[] = [];
