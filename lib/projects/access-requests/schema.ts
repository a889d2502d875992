import { z } from "zod";
import { safeNameSchema } from "../schema";

export const requestAccessSchema = z.object({ safeName: safeNameSchema.describe("Last part of the map's address.") });

/** The same for every map, so that it doesn't reveal which maps exist. */
export const ACCESS_REQUESTED = "Your request has been recorded. An admin can share the map with you.";
