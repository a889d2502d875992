import type { Metadata } from "next";
import { FileManagementScreen } from "@/components/files/platform/file-management-screen";
import { readListQuery } from "@/components/shared/list/list-query";
import { pageSuperadmin } from "@/lib/accounts/sessions/page";
import { listPlatformFiles } from "@/lib/files/platform/data";
import { fileListQuerySchema } from "@/lib/files/platform/schema";
import { FILE_SORTS, FILE_TYPES } from "@/lib/files/platform/values";
import { ROWS_PER_PAGE } from "@/lib/http/paging/values";

export const metadata: Metadata = { title: "File Manager" };

export default async function FileManagerPage({ searchParams }: PageProps<"/file-manager">) {
  const viewer = await pageSuperadmin();
  const parameters = await searchParams;
  const get = (name: string) => [parameters[name]].flat()[0];
  const query = readListQuery(get, FILE_SORTS);
  const type = FILE_TYPES.find((name) => name === get("type")) ?? "all";
  const listQuery = fileListQuerySchema.safeParse({ ...query, type }).data;
  const page = listQuery && (await listPlatformFiles(viewer, { ...listQuery, limit: ROWS_PER_PAGE }));
  return <FileManagementScreen initial={page ? { query, page, type } : null} />;
}
