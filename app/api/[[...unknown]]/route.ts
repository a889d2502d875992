import { notFound } from "@/lib/errors";
import { route } from "@/lib/http/route";

/** Returns 404 as JSON for unknown paths under /api. Next would send a page. */
const answer = route(() => Promise.reject(notFound()));

export { answer as DELETE, answer as GET, answer as HEAD, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
