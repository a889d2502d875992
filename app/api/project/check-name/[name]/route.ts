import { z } from "zod";
import { parseInput } from "@/lib/http/route";
import { isNameReserved } from "@/lib/imports/uploads/reserved-names";
import { projectNameExists } from "@/lib/projects/data";
import { projectNameSchema, toSafeName } from "@/lib/projects/schema";
import { adminCall } from "../../../call";

const nameCheckSchema = z.object({
  exists: z.boolean().describe("True if a project has this name, or a name with the same address."),
  safeName: z.string().describe("Last part of the address of a project with this name."),
});

export const GET = adminCall("read", {
  summary: "Check a name for a project",
  path: z.object({ name: projectNameSchema }),
  neverMissing: true,
  answer: nameCheckSchema,
  errors: [400],
})(async ({ viewer, id }) => {
  const name = parseInput(projectNameSchema, id);
  const exists = (await projectNameExists(name)) || (await isNameReserved(name, viewer.accountId));
  return { exists, safeName: toSafeName(name) };
});
