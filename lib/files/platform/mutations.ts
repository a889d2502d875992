import type { SuperadminViewer } from "../../accounts/sessions/schema";
import { auditActor } from "../../audit/mutations";
import { notFound } from "../../errors";
import type { Client } from "../../http/client";
import { editTree } from "../edit/editable-tree";
import { deletePermanently } from "../trash/mutations";
import { findPlatformFile } from "./data";

const fileGone = () => notFound("This file no longer exists.");

/** Deletes a file permanently. Unused bytes are deleted soon after. @throws AppError 404 when there is no such file */
export async function deletePlatformFile(viewer: SuperadminViewer, fileId: string, client: Client): Promise<void> {
  const asked = await findPlatformFile(viewer, fileId);
  if (!asked) throw fileGone();
  await editTree(asked.scope, async (tree) => {
    // The file or its map may have changed before the tree was locked.
    const file = await findPlatformFile(viewer, fileId, tree.transaction);
    if (!file || file.scope.projectId !== asked.scope.projectId) throw fileGone();
    if ((await deletePermanently(tree, file.scope, file, auditActor(viewer, client))) === 0) throw fileGone();
  });
}
