import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { env } from "../../lib/env";
import { signExternalTicket } from "../../lib/maps/external/policy";
import { EXTERNAL_MAPS_PATH } from "../../lib/maps/external/schema";
import { TICKET_PARAMETER, withParameter } from "../../lib/maps/schema";
import { emptyAnswer, pageAnswer } from "../../lib/openapi/description";
import { findProject } from "../../lib/projects/data";
import { mapUrlSchema } from "../../lib/projects/schema";
import type { Mount, RouteParameters } from "../http/handler";
import { sendRedirect } from "../http/message-page";
import { findMapViewer, MAP_ERROR_TYPES, purposeOf, refuse, sendNotFound } from "./map-redirect";

/** Redirects to the page on the maps' origin that frames a map of another site. The application frames no other site (docs/decisions/0019). */
async function handleExternalMap(request: IncomingMessage, response: ServerResponse, { safeName = "" }: RouteParameters): Promise<void> {
  const address = { scope: safeName, clean: `${EXTERNAL_MAPS_PATH}/${encodeURIComponent(safeName)}`, step: null };
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
  tag: "Maps",
  callers: "everyone",
  calls: {
    "GET /projects/external-maps/{safeName}": {
      summary: "Open a map of another site in the viewer",
      head: "Check a map of another site",
      description:
        "Redirects to a page on the maps' origin that shows the project's Map URL in a frame. Redirects pages without a session to the sign-in. Errors are pages.",
      path: z.object({ safeName: z.string() }),
      answers: { 302: emptyAnswer("The page on the maps' origin, or the sign-in.", z.object({ Location: z.string() })) },
      otherErrors: {
        401: pageAnswer("The request has no session.", MAP_ERROR_TYPES),
        404: pageAnswer("The project does not exist, has no Map URL, or the account may not open it.", MAP_ERROR_TYPES),
      },
    },
  },
  handler: handleExternalMap,
};
