import { findProjections, searchProjections } from "@/lib/data-maps/projections/data";
import { foundProjectionsSchema, projectionQuerySchema } from "@/lib/data-maps/projections/schema";
import { adminCall } from "../call";

export const GET = adminCall("read", {
  summary: "Search projections",
  description: "Returns at most 20 projections of the EPSG, for map data that doesn't say which one it has.",
  query: projectionQuerySchema,
  answer: foundProjectionsSchema,
})(async ({ query: { search, codes } }) => ({ projections: await (codes ? findProjections(codes) : searchProjections(search)) }));
