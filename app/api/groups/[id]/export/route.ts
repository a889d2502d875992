import { z } from "zod";
import { exportMembers } from "@/lib/accounts/groups/export";
import { csvHeaders } from "@/lib/http/csv";
import { bytesAnswer } from "@/lib/openapi/description";
import { adminCall } from "../../../call";

export const GET = adminCall("people-read", {
  summary: "Export the members of a group",
  description: "Returns all members as CSV for spreadsheets. It is UTF-8 with a byte order mark; times are in UTC.",
  answers: { 200: bytesAnswer(["text/csv"], "The members, one per line.", z.object({ "Content-Disposition": z.string() })) },
})(async ({ viewer, id }) => {
  const { name, csv } = await exportMembers(viewer, id);
  return new Response(csv, { headers: csvHeaders(name) });
});
