import { storageStatsSchema } from "@/lib/files/platform/schema";
import { readStorage } from "@/lib/storage/data";
import { superadminCall } from "../../call";

export const GET = superadminCall("read", { summary: "Get the used storage", answer: storageStatsSchema })(() => readStorage());
