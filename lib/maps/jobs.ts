import type { Sweep } from "../jobs/job";
import { forgetUsedTickets } from "./mutations";

export const usedTicketSweep: Sweep = {
  name: "used map tickets",
  everyMs: 60 * 60 * 1_000,
  onWake: false,
  run: forgetUsedTickets,
};
