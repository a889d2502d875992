import type { Sample } from "./kit";

export const GEOMETRY_SAMPLES: readonly Sample[] = [];
