import { Readable } from "node:stream";
import { z } from "zod";
import { csvHeaders } from "@/lib/http/csv";
import { bytesAnswer } from "@/lib/openapi/description";
import { parseProjectId } from "@/lib/projects/versions/data";
import { viewsCsv } from "@/lib/projects/views/csv";
import { projectViewsCsvQuerySchema } from "@/lib/projects/views/schema";
import { adminCall } from "../../../../call";

export const GET = adminCall("read", {
  summary: "Export the views of a map",
  description:
    "Returns the history of views as CSV for spreadsheets, the latest first. It is UTF-8 with a byte order mark; times are in UTC.",
  query: projectViewsCsvQuerySchema,
  answers: {
    200: bytesAnswer(["text/csv"], "The views, one line for each viewer and day.", z.object({ "Content-Disposition": z.string() })),
  },
})(async ({ viewer, id, query }) => {
  const { name, parts } = await viewsCsv(viewer, parseProjectId(viewer, id), query.days);
  const headers = csvHeaders(name);
  return new Response(Readable.toWeb(Readable.from(parts, { objectMode: false })) as ReadableStream<Uint8Array>, { headers });
});
