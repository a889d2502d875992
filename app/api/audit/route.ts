import { listAuditEvents } from "@/lib/audit/data";
import { auditPageSchema, auditQuerySchema } from "@/lib/audit/schema";
import { superadminCall } from "../call";

export const GET = superadminCall("read", {
  summary: "List audit events",
  description: "Returns a page of the recorded actions, newest first.",
  query: auditQuerySchema,
  answer: auditPageSchema,
})(({ viewer, query }) => listAuditEvents(viewer, query));
