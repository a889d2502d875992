import { requireSuperadmin } from "../../lib/accounts/sessions/policy";
import type { SuperadminViewer } from "../../lib/accounts/sessions/schema";
import { notFound } from "../../lib/errors";
import { findItem } from "../../lib/files/data";
import { findPlatformFile } from "../../lib/files/platform/data";
import { FILE_MANAGEMENT_PATH } from "../../lib/files/platform/values";
import { toRequestLike } from "../../lib/http/node";
import { platformFilePath, rangeHeaders } from "../../lib/openapi/parameters";
import type { FileEntry } from "../../lib/trees/data";
import type { Mount } from "../http/handler";
import { sendCurrent } from "../representation/send";
import { downloadAnswers, sendFile } from "./files-download";

async function requireFile(viewer: SuperadminViewer, id: string): Promise<FileEntry> {
  const file = await findPlatformFile(viewer, id);
  const entry = file && (await findItem(file.scope, file.path));
  // The file was moved meanwhile, and another file has its place.
  if (entry?.kind !== "file" || entry.id !== file?.id) throw notFound("This file no longer exists.");
  return entry;
}

/** Sends any file of any map, under its own name. */
export const platformDownload: Mount = {
  path: `${FILE_MANAGEMENT_PATH}/download/[id]`,
  methods: ["GET", "HEAD"],
  tag: "All files",
  callers: "superadmins",
  calls: {
    "GET /api/file-management/download/{id}": {
      summary: "Download any file",
      head: "Check the download of any file",
      path: platformFilePath,
      headers: rangeHeaders,
      answers: downloadAnswers,
      errors: [412, 416],
    },
  },
  async handler(request, response, { id = "" }) {
    const viewer = await requireSuperadmin(toRequestLike(request), "read");
    await sendCurrent(response, async () => sendFile(request, response, await requireFile(viewer, id), false));
  },
};
