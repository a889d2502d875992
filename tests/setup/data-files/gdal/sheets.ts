import type { Sample } from "./kit";

export const SHEET_SAMPLES: readonly Sample[] = [];
