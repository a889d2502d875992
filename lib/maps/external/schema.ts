import { z } from "zod";

/** On the application's origin, redirects to the same path on the maps' origin: a page that frames a map of another site. */
export const EXTERNAL_MAPS_PATH = "/projects/external-maps";

/** The right to show a page that frames this URL. */
export const externalTicketSchema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  allowsLocation: z.boolean(),
  allowsCamera: z.boolean(),
  expires: z.int(),
});
export type ExternalTicket = z.infer<typeof externalTicketSchema>;

/**
 * What the page reports to the viewer. `arrived`: the framed document is there; parts of it may still be loading.
 * `answers`, `unreachable`: the result of a request to the other site.
 */
export const externalReportSchema = z.object({ externalMap: z.enum(["arrived", "answers", "unreachable"]) });
