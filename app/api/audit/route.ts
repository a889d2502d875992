import { listAuditEvents } from "@/lib/audit/data";
import { auditQuerySchema } from "@/lib/audit/schema";
import { superadminCall } from "../call";

export const GET = superadminCall("read")({ query: auditQuerySchema }, ({ viewer, query }) => listAuditEvents(viewer, query));
