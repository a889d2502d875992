import { parseInput } from "@/lib/http/route";
import { projectNameExists } from "@/lib/projects/data";
import { projectNameSchema, toSafeName } from "@/lib/projects/schema";
import { adminCall } from "../../../call";

export const GET = adminCall("read")({}, async ({ id }) => {
  const name = parseInput(projectNameSchema, id);
  return { exists: await projectNameExists(name), safeName: toSafeName(name) };
});
