import type { z } from "zod";
import {
  type Access,
  requireAdmin,
  requireRole,
  requireSession,
  requireSuperadmin,
  requireViewer,
  type SessionAccess,
} from "@/lib/accounts/sessions/policy";
import type { Role, Viewer } from "@/lib/accounts/sessions/schema";
import { type Client, readClient } from "@/lib/http/client";
import { json, readJson, readQuery, route } from "@/lib/http/route";

interface Input<Query extends z.ZodType, Body extends z.ZodType> {
  query?: Query;
  body?: Body;
  /** Largest body in bytes, if not the usual one. */
  bodyLimit?: number;
}

interface Call<Caller extends Viewer, Query extends z.ZodType, Body extends z.ZodType> {
  viewer: Caller;
  client: Client;
  query: z.output<Query>;
  body: z.output<Body>;
  /** The value of the dynamic segment of the address; "" without one. */
  id: string;
}

/** Returns a function that makes route handlers: they authorize the call, parse its input, and answer what `handle` returns as JSON. */
function callsOf<Caller extends Viewer>(requireCaller: (request: Request) => Promise<Caller>) {
  return <Query extends z.ZodType, Body extends z.ZodType>(
    { query, body, bodyLimit }: Input<Query, Body>,
    handle: (call: Call<Caller, Query, Body>) => Promise<object>,
  ) =>
    route(async (request: Request, context?: { params: Promise<Record<string, string>> }) => {
      const viewer = await requireCaller(request);
      const [id = ""] = Object.values((await context?.params) ?? {});
      const answer = await handle({
        viewer,
        client: readClient(request),
        // Without a schema, the handler's type has no input either.
        query: (query && readQuery(request, query)) as z.output<Query>,
        body: (body && (await readJson(request, body, bodyLimit))) as z.output<Body>,
        id,
      });
      return answer instanceof Response ? answer : json(answer);
    });
}

export const viewerCall = (access: Access) => callsOf((request) => requireViewer(request, access));
export const adminCall = (access: Access) => callsOf((request) => requireAdmin(request, access));
export const superadminCall = (access: Access) => callsOf((request) => requireSuperadmin(request, access));
/** For signed-in users, not for API tokens. */
export const sessionCall = callsOf((request) => requireSession(request));
/** As sessionCall, also for an account that must set up a second factor first. */
export const enrolmentCall = callsOf((request) => requireSession(request, "enrolment"));
/** As sessionCall, also for an account that has a duty. */
export const ownSessionCall = callsOf((request) => requireSession(request, "own-session"));
/** For signed-in users of one role only. */
export const roleCall = (role: Role, access?: SessionAccess) => callsOf((request) => requireRole(request, role, access));
