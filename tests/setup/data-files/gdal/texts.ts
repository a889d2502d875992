import type { Sample } from "./kit";

export const TEXT_SAMPLES: readonly Sample[] = [];
