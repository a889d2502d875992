import type { z } from "zod";
import { type Access, requireAdmin } from "@/lib/accounts/sessions/policy";
import { type AuditActor, auditActor } from "@/lib/audit/mutations";
import { type FileScope, findScope } from "@/lib/files/data";
import { readClient } from "@/lib/http/client";
import { bodyLimits, json, readJson, route } from "@/lib/http/route";

/** Returns a route for admins about files of a project. @param change makes the change; its result is the response body */
export function fileChange<Schema extends z.ZodType>(
  access: Access,
  schema: Schema,
  change: (scope: FileScope, body: z.output<Schema>, actor: AuditActor) => Promise<object>,
) {
  return route(async (request: Request, { params }: { params: Promise<{ project: string }> }) => {
    const viewer = await requireAdmin(request, access);
    const body = await readJson(request, schema, bodyLimits.lists);
    const scope = await findScope(viewer, (await params).project);
    return json(await change(scope, body, auditActor(viewer, readClient(request))));
  });
}
