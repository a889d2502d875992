import { auditExport } from "../downloads/audit-export";
import { filesDownload } from "../downloads/files-download";
import { versionFiles, versionHashes } from "../downloads/map-versions";
import { platformDownload } from "../downloads/platform-download";
import { live, ready } from "../health/handler";
import type { Mount } from "../http/handler";
import { filesContent } from "../uploads/files-content";
import { filesUpload } from "../uploads/files-upload";
import { processUpload } from "../uploads/process-upload";
import { projectImage } from "../uploads/project-image";
import { tusUploads } from "../uploads/tus/tus";
import { zipDirect } from "../uploads/zip-direct";
import { brandPictures } from "./branding";
import { externalMapRedirect, mapRedirect } from "./map-redirect";
import { share } from "./share";

/** Handlers that transfer bytes or must answer without Next. */
export const mounts: readonly Mount[] = [
  tusUploads,
  zipDirect(),
  processUpload(),
  projectImage,
  versionFiles,
  versionHashes,
  filesUpload(),
  filesDownload,
  filesContent,
  platformDownload,
  auditExport,
  live,
  ready,
  mapRedirect,
  externalMapRedirect,
  share,
  brandPictures,
];
