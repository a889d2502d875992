import { readStorage } from "@/lib/storage/data";
import { superadminCall } from "../../call";

export const GET = superadminCall("read")({}, () => readStorage());
