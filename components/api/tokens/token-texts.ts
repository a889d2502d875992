import { countOf } from "@/components/shared/count-of";
import type { ApiTokenSummary } from "@/lib/accounts/api-tokens/schema";
import type { TokenScope } from "@/lib/accounts/sessions/schema";

const PROJECTS_NAMED = 3;

export const scopeNames: Readonly<Record<TokenScope, string>> = {
  read: "Read",
  publish: "Publish",
  everything: "Everything",
  people: "People",
};

/** Names the projects of a token that publishes: `Harbour, Depths and 4 more projects`. */
export function describeProjects({ projects }: Pick<ApiTokenSummary, "projects">): string {
  const named = projects.slice(0, PROJECTS_NAMED).map(({ name }) => name);
  const others = projects.length - named.length;
  if (others > 0) return `${named.join(", ")} and ${countOf(others, ["more project", "more projects"])}`;
  return named.join(", ") || "Its projects were deleted";
}

export const isExpired = ({ expiresAt }: Pick<ApiTokenSummary, "expiresAt">, now: number) => Date.parse(expiresAt) <= now;
