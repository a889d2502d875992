import type { AuditActor } from "../../audit/mutations";
import { blobStore } from "../../blobs/open";
import { addConversion, removeConversion } from "../../data-maps/conversion/waiting";
import { tryAgain, withCancellation } from "../../data-maps/formats/stopped-layers";
import { CONVERSION_CANCELLED } from "../../data-maps/values";
import { AppError, notFound } from "../../errors";
import type { EntryPath } from "../../trees/schema";
import type { FileScope } from "../data";
import { recordFileEvent } from "../edit/file-event";
import { changeMap, type MapChange } from "./change-map";

/** Changes the map of a project for one of its data files. @throws AppError 404 when the project has no map of data */
async function changeFor(scope: FileScope, path: EntryPath, actor: AuditActor, change: MapChange): Promise<void> {
  const reading = { store: blobStore(), signal: new AbortController().signal };
  const source = scope.kind === "project" && { scope, ownerId: actor.accountId, path: path.join("/"), files: [] };
  if (!source || !(await changeMap(source, change, reading))) throw notFound("This project has no map of data.");
}

/** Ends the conversion of a file, running or not, and says so in map.json. The file stays. @throws AppError 404 when it isn't converted */
export async function cancelConversion(scope: FileScope, path: EntryPath, actor: AuditActor): Promise<void> {
  await changeFor(scope, path, actor, {
    change: (map) => withCancellation(map, path.join("/")),
    edit: async ({ tx }) => {
      const isRemoved = scope.projectId && (await removeConversion(tx, scope.projectId, path.join("/")));
      if (!isRemoved) throw notFound("This file is not being converted.");
      await recordFileEvent(tx, scope, actor, { action: "file.not-converted", path, details: { reason: CONVERSION_CANCELLED } });
    },
  });
}

/** Converts a file again whose conversion failed or was cancelled. @throws AppError 404, 409 when nothing of it has failed */
export async function convertAgain(scope: FileScope, path: EntryPath, actor: AuditActor): Promise<void> {
  await changeFor(scope, path, actor, {
    change: (map) => {
      const changed = tryAgain(map, path.join("/"));
      if (!changed) throw new AppError("conflict", "The conversion of this file has not failed.");
      return changed;
    },
    edit: async ({ tx }) => {
      if (scope.projectId) await addConversion(tx, scope.projectId, path.join("/"));
      await recordFileEvent(tx, scope, actor, { action: "file.conversion-repeated", path });
    },
  });
}
