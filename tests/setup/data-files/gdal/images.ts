import type { Sample } from "./kit";

export const IMAGE_SAMPLES: readonly Sample[] = [];
