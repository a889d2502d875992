import type { z } from "zod";
import type { Access } from "@/lib/accounts/sessions/policy";
import { type AuditActor, auditActor } from "@/lib/audit/mutations";
import { type FileScope, findScope } from "@/lib/files/data";
import { bodyLimits } from "@/lib/http/route";
import { adminCall, type Input } from "../../call";

type Change<Body> = (scope: FileScope, body: Body, actor: AuditActor) => Promise<object>;

/** Returns a function that makes a route for admins about files of a project. The result of `change` is the response body. */
export function fileChange<Schema extends z.ZodType>(access: Access, input: Input<z.ZodObject, Schema>) {
  return (change: Change<z.output<Schema>>) =>
    adminCall(access, { ...input, bodyLimit: bodyLimits.lists })(async ({ viewer, body, id, client }) =>
      change(await findScope(viewer, id), body, auditActor(viewer, client)),
    );
}
