import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../../lib/env";
import { signExternalTicket } from "../../lib/maps/external/policy";
import { EXTERNAL_MAPS_PATH } from "../../lib/maps/external/schema";
import { TICKET_PARAMETER, withParameter } from "../../lib/maps/schema";
import { findProject } from "../../lib/projects/data";
import { mapUrlSchema } from "../../lib/projects/schema";
import type { Mount, RouteParameters } from "../http/handler";
import { sendRedirect } from "../http/message-page";
import { findMapViewer, purposeOf, refuse, sendNotFound } from "./map-redirect";

/** Redirects to the page on the maps' origin that frames a map of another site. The application frames no other site (docs/decisions/0019). */
async function handleExternalMap(request: IncomingMessage, response: ServerResponse, { safeName = "" }: RouteParameters): Promise<void> {
  const address = { clean: `${EXTERNAL_MAPS_PATH}/${encodeURIComponent(safeName)}`, step: null };
  const purpose = purposeOf(request.headers);
  if (purpose === "refuse") return refuse(request, response, address);
  const viewer = await findMapViewer(request, response, address);
  if (!viewer) return;
  const project = await findProject(viewer, safeName);
  const url = mapUrlSchema.safeParse(project?.viewMap).data;
  if (!project || !url || new URL(url).origin === env().appOrigin) return sendNotFound(request, response);
  const page = `${env().mapsOrigin}${address.clean}`;
  if (purpose === "check") return sendRedirect(response, page);
  const ticket = signExternalTicket({ url, allowsLocation: project.allowsLocation, allowsCamera: project.allowsCamera }, Date.now());
  sendRedirect(response, withParameter(page, TICKET_PARAMETER, ticket));
}

export const externalMapRedirect: Mount = {
  path: `${EXTERNAL_MAPS_PATH}/[safeName]`,
  methods: ["GET", "HEAD"],
  handler: handleExternalMap,
};
