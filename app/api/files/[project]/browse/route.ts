import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { browseFolder, findScope } from "@/lib/files/data";
import { browseQuerySchema } from "@/lib/files/schema";
import { json, parseInput, route } from "@/lib/http/route";

interface Context {
  params: Promise<{ project: string }>;
}

/** GET /api/files/{project}/browse `?path&search&sort&limit&offset` → FolderPage. */
export const GET = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const query = parseInput(browseQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await browseFolder(await findScope(viewer, (await params).project), query));
});
