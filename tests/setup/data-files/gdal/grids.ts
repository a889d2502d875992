import type { Sample } from "./kit";

export const GRID_SAMPLES: readonly Sample[] = [];
