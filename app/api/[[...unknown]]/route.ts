import { notFound } from "@/lib/errors";
import { route } from "@/lib/http/route";

/** Answers unknown paths under /api with a 404 in JSON, where Next would send a page. */
const answer = route(() => Promise.reject(notFound()));

export { answer as DELETE, answer as GET, answer as HEAD, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
