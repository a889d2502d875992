import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { auditActor } from "@/lib/audit/mutations";
import { findScope } from "@/lib/files/data";
import { createFolder } from "@/lib/files/mutations";
import { createFolderSchema, type ItemAnswer } from "@/lib/files/schema";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";

interface Context {
  params: Promise<{ project: string }>;
}

/** POST /api/files/{project}/folder `{ folderPath, folderName }` → ItemAnswer. */
export const POST = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const { folderPath, folderName } = await readJson(request, createFolderSchema);
  const scope = await findScope(viewer, (await params).project);
  const item = await createFolder(scope, folderPath, folderName, auditActor(viewer, readClient(request)));
  return json({ success: true, message: "Folder created successfully", item } satisfies ItemAnswer);
});
