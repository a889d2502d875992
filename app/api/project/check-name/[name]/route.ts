import { parseInput } from "@/lib/http/route";
import { isNameReserved } from "@/lib/imports/uploads/reserved-names";
import { projectNameExists } from "@/lib/projects/data";
import { projectNameSchema, toSafeName } from "@/lib/projects/schema";
import { adminCall } from "../../../call";

export const GET = adminCall("read")({}, async ({ viewer, id }) => {
  const name = parseInput(projectNameSchema, id);
  const exists = (await projectNameExists(name)) || (await isNameReserved(name, viewer.accountId));
  return { exists, safeName: toSafeName(name) };
});
