import type { SuperadminViewer } from "../accounts/sessions/schema";
import { auditActor } from "../audit/mutations";
import { notFound } from "../errors";
import { recordFileEvent } from "../files/edit/file-event";
import { editTree } from "../files/editable-tree";
import { findPlatformFile } from "../files/platform/data";
import type { Client } from "../http/client";
import { wakeWorkersBy } from "../jobs/wake-up";
import { releaseBlobs } from "../trees/mutations";
import { deleteSubtree } from "../trees/subtrees/subtree";

const fileGone = () => notFound("This file no longer exists.");

/**
 * Deletes a file for good; bytes that nothing else is made of go soon after.
 * @throws AppError 404 when there is no such file (any more)
 */
export async function deletePlatformFile(viewer: SuperadminViewer, fileId: string, client: Client): Promise<void> {
  const asked = await findPlatformFile(viewer, fileId);
  if (!asked) throw fileGone();
  await editTree(asked.scope, async (tree) => {
    const { transaction, treeId } = tree;
    // It may have been moved, renamed or deleted since, or its map replaced; from here on it cannot be.
    const file = await findPlatformFile(viewer, fileId, transaction);
    if (!file || file.scope.projectId !== asked.scope.projectId) throw fileGone();
    const { files, bytes, blobKeys } = await deleteSubtree(transaction, treeId, file.id);
    if (files === 0) throw fileGone();
    await releaseBlobs(transaction, blobKeys);
    tree.files -= files;
    tree.bytes -= bytes;
    const actor = auditActor(viewer, client);
    await recordFileEvent(transaction, file.scope, actor, { action: "file.deleted", path: file.path, details: { files, bytes } });
    await wakeWorkersBy(transaction);
  });
}
