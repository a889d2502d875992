import type { Metadata } from "next";
import { TokenScreen } from "@/components/api/tokens/token-screen";
import { readListQuery } from "@/components/shared/list/list-query";
import { listAllApiTokens } from "@/lib/accounts/api-tokens/data";
import { apiTokenQuerySchema } from "@/lib/accounts/api-tokens/schema";
import { pageSuperadmin } from "@/lib/accounts/sessions/page";
import { ROWS_PER_PAGE } from "@/lib/http/paging/values";

export const metadata: Metadata = { title: "API Tokens" };

export default async function ApiTokensPage({ searchParams }: PageProps<"/api-tokens">) {
  const viewer = await pageSuperadmin();
  const parameters = await searchParams;
  const query = readListQuery((name) => [parameters[name]].flat()[0], []);
  const listQuery = apiTokenQuerySchema.safeParse(query).data;
  const page = listQuery && (await listAllApiTokens(viewer, { ...listQuery, limit: ROWS_PER_PAGE }));
  return <TokenScreen initial={page ? { query, page } : null} madeAt={Date.now()} />;
}
