import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { requireRecentProof } from "../../lib/accounts/proofs/policy";
import { requireSuperadmin } from "../../lib/accounts/sessions/policy";
import { auditCsv, auditCsvName } from "../../lib/audit/export/csv";
import { auditExportQuerySchema } from "../../lib/audit/schema";
import { AUDIT_EXPORT_PATH } from "../../lib/audit/values";
import { csvHeaders } from "../../lib/http/csv";
import { toRequestLike } from "../../lib/http/node";
import { readQuery } from "../../lib/http/route";
import { bytesAnswer } from "../../lib/openapi/description";
import type { Mount } from "../http/handler";

/** Sends the events that match a filter. A disconnect ends the reading after the running batch. */
export const auditExport: Mount = {
  path: AUDIT_EXPORT_PATH,
  methods: ["GET", "HEAD"],
  tag: "Audit trail",
  callers: "superadmins",
  calls: {
    "GET /api/audit/export": {
      summary: "Export audit events",
      head: "Check an export of audit events",
      description:
        "Returns all matching events as CSV for spreadsheets, newest first. It is UTF-8 with a byte order mark; times are in UTC.",
      needsProof: true,
      query: auditExportQuerySchema,
      answers: { 200: bytesAnswer(["text/csv"], "The events, one per line.", z.object({ "Content-Disposition": z.string() })) },
    },
  },
  async handler(incoming, response) {
    const request = toRequestLike(incoming);
    const viewer = await requireSuperadmin(request, "read");
    const query = readQuery(request, auditExportQuerySchema);
    await requireRecentProof(viewer);
    const headers = csvHeaders(auditCsvName(new Date()));
    if (request.method === "HEAD") {
      response.writeHead(200, headers).end();
      return;
    }
    const parts = auditCsv(viewer, query);
    try {
      // The first batch is read before the headers are sent, so that a failure is an error response and not a broken file.
      const first = await parts.next();
      response.writeHead(200, headers);
      if (!first.done) response.write(first.value);
      await pipeline(parts, response);
    } finally {
      await parts.return(undefined);
    }
  },
};
