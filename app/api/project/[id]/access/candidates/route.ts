import { findCandidates } from "@/lib/projects/access/data";
import { accessCandidatesSchema, candidateQuerySchema } from "@/lib/projects/access/schema";
import { adminCall } from "../../../../call";

export const GET = adminCall("read", {
  summary: "Find users and groups to give access to",
  description: "Also finds those who have access already. The answer is the same for every project.",
  query: candidateQuerySchema,
  answer: accessCandidatesSchema,
})(({ viewer, query }) => findCandidates(viewer, query.search));
