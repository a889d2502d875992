import type { ServerResponse } from "node:http";
import { permissionsPolicy } from "../../lib/http/permissions-policy";
import type { MapGrant } from "../../lib/maps/schema";

const SELF = ["self"];
export const NOTHING_PERMITTED = permissionsPolicy({});

/** Each request of a map sends one of these. */
const POLICIES = new Map(
  [false, true].flatMap((allowsLocation) =>
    [false, true].map((allowsCamera) => {
      const policy = permissionsPolicy({ ...(allowsLocation && { geolocation: SELF }), ...(allowsCamera && { camera: SELF }) });
      return [`${allowsLocation} ${allowsCamera}`, policy] as const;
    }),
  ),
);

/** Sets the headers that follow from what a map may do. @param ancestors origins that may show it in a frame, without those of its link */
export function setGrantHeaders(response: ServerResponse, grant: MapGrant, ancestors: string): void {
  const { allowsLocation, allowsCamera, allowsSharedMemory, frameOrigins } = grant;
  response.setHeader("Permissions-Policy", POLICIES.get(`${allowsLocation} ${allowsCamera}`) ?? NOTHING_PERMITTED);
  response.setHeader("Content-Security-Policy", `frame-ancestors ${[ancestors, ...frameOrigins].join(" ")}`);
  if (!allowsSharedMemory) return;
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  // Unlike `require-corp`, it lets maps show tiles of servers that know nothing of it.
  response.setHeader("Cross-Origin-Embedder-Policy", "credentialless");
}
