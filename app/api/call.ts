import type { z } from "zod";
import {
  type Access,
  needsSession,
  refuseForeignPage,
  requireAdmin,
  requireRole,
  requireSession,
  requireSuperadmin,
  requireViewer,
  type SessionAccess,
} from "@/lib/accounts/sessions/policy";
import type { Role, Viewer } from "@/lib/accounts/sessions/schema";
import { type Client, readClient } from "@/lib/http/client";
import { bodyLimits, json, readJson, readQuery, route } from "@/lib/http/route";
import { type Callers, type DescribedCall, type Description, describe } from "@/lib/openapi/description";

/** What the API document says about a call, and the schemas that parse its input. */
export interface Input<Query extends z.ZodObject, Body extends z.ZodType> extends Description {
  query?: Query;
  body?: Body;
  /** Largest body in bytes, if not the usual one. */
  bodyLimit?: number;
}

interface Call<Caller extends Viewer | null, Query extends z.ZodType, Body extends z.ZodType> {
  request: Request;
  viewer: Caller;
  client: Client;
  query: z.output<Query>;
  body: z.output<Body>;
  /** The value of the dynamic segment of the address; "" without one. */
  id: string;
}

type RequireCaller<Caller extends Viewer | null> = (request: Request) => Promise<Caller>;

/** Returns a function that makes a route handler: it authorizes the call, parses its input, and answers what `handle` returns as JSON. */
function handlerOf<Caller extends Viewer | null, Query extends z.ZodObject, Body extends z.ZodType>(
  who: Pick<DescribedCall, "callers" | "needsSession">,
  requireCaller: RequireCaller<Caller>,
  { bodyLimit, ...description }: Input<Query, Body>,
) {
  const { query, body, status } = description;
  return (handle: (call: Call<Caller, Query, Body>) => Promise<object>) =>
    describe({ ...description, ...who })(
      route(async (request: Request, context?: { params: Promise<Record<string, string>> }) => {
        const viewer = await requireCaller(request);
        const [id = ""] = Object.values((await context?.params) ?? {});
        const answer = await handle({
          request,
          viewer,
          client: readClient(request),
          // Without a schema, the handler's type has no input either.
          query: (query && readQuery(request, query)) as z.output<Query>,
          body: (body && (await readJson(request, body, bodyLimit))) as z.output<Body>,
          id,
        });
        return answer instanceof Response ? answer : json(answer, { status });
      }),
    );
}

export type CallsOf<Kind extends Access, Caller extends Viewer> = ReturnType<typeof callsOf<Kind, Caller>>;

/** Returns a function that describes calls of one kind of callers. @param requireCaller authorizes a request for an access */
function callsOf<Kind extends Access, Caller extends Viewer>(
  callers: Callers,
  requireCaller: (request: Request, access: Kind) => Promise<Caller>,
) {
  return <Query extends z.ZodObject, Body extends z.ZodType>(access: Kind, input: Input<Query, Body>) =>
    handlerOf({ callers, needsSession: needsSession(access) }, (request) => requireCaller(request, access), input);
}

export const viewerCall = callsOf("signedIn", requireViewer);
export const adminCall = callsOf("admins", requireAdmin);
export const superadminCall = callsOf("superadmins", requireSuperadmin);
/** For signed-in users, not for API tokens. */
export const sessionCall = callsOf("signedIn", (request: Request, access: SessionAccess) => requireSession(request, access));

/** For all clients, except pages of other sites. */
export function publicCall<Query extends z.ZodObject, Body extends z.ZodType>(input: Input<Query, Body>) {
  const requireOwnPage = (request: Request) => {
    refuseForeignPage(request);
    return Promise.resolve(null);
  };
  return handlerOf({ callers: "everyone" }, requireOwnPage, { bodyLimit: bodyLimits.credentials, ...input });
}

const roleCallers = { user: "users", admin: "adminsOnly", superadmin: "superadmins" } as const satisfies Record<Role, Callers>;

/** As sessionCall, for users of one role only. */
export const roleCall = (role: Role) =>
  callsOf(roleCallers[role], (request: Request, access: SessionAccess) => requireRole(request, role, access));
