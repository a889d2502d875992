import { IMAGES_PATH } from "../../lib/projects/present";
import { handlePlatformDownload, PLATFORM_DOWNLOAD_PATH, PLATFORM_DOWNLOAD_ROUTES } from "../bytes/platform-download";
import { createProcessHandler, PROCESS_PATH, PROCESS_ROUTES } from "../bytes/process-upload";
import { createTusHandler, UPLOAD_ROUTES, UPLOADS_PATH } from "../bytes/tus";
import { handleVersionHashes, VERSION_HASHES_PATH, VERSION_HASHES_ROUTES } from "../bytes/version-hashes";
import { FILES_DOWNLOAD_PATH, FILES_DOWNLOAD_ROUTES, handleFilesDownload } from "../downloads/files-download";
import { handleVersionFiles, VERSION_FILES_PATH, VERSION_FILES_ROUTES } from "../downloads/version-files";
import { handleLive, handleReady, LIVE_PATH, LIVE_ROUTES, READY_PATH, READY_ROUTES } from "../health/handler";
import type { BytesHandler } from "../http/handler";
import { FILES_CONTENT_PATH, FILES_CONTENT_ROUTES, handleFilesContent } from "../uploads/files-content";
import { createFilesUploadHandler, FILES_UPLOAD_PATH, FILES_UPLOAD_ROUTES } from "../uploads/files-upload";
import { handleProjectImage, PROJECT_IMAGE_ROUTES } from "../uploads/project-image";
import { createZipDirectHandler, ZIP_DIRECT_PATH, ZIP_DIRECT_ROUTES } from "../uploads/zip-direct";
import { handleMapRedirect, MAP_ROUTES } from "./map-redirect";

/** A path at and below which Next is not asked; with `[name]` segments, the paths of just that shape. */
export interface MountPoint {
  path: string;
  /** Methods offered there, by route. */
  routes: Readonly<Record<string, readonly string[]>>;
  createHandler(): BytesHandler;
}

/** What moves bytes, or must not be told by Next. */
export const mountPoints: readonly MountPoint[] = [
  { path: UPLOADS_PATH, routes: UPLOAD_ROUTES, createHandler: createTusHandler },
  { path: ZIP_DIRECT_PATH, routes: ZIP_DIRECT_ROUTES, createHandler: () => createZipDirectHandler() },
  { path: PROCESS_PATH, routes: PROCESS_ROUTES, createHandler: () => createProcessHandler() },
  { path: IMAGES_PATH, routes: PROJECT_IMAGE_ROUTES, createHandler: () => handleProjectImage },
  { path: VERSION_FILES_PATH, routes: VERSION_FILES_ROUTES, createHandler: () => handleVersionFiles },
  { path: VERSION_HASHES_PATH, routes: VERSION_HASHES_ROUTES, createHandler: () => handleVersionHashes },
  { path: FILES_UPLOAD_PATH, routes: FILES_UPLOAD_ROUTES, createHandler: () => createFilesUploadHandler() },
  { path: FILES_DOWNLOAD_PATH, routes: FILES_DOWNLOAD_ROUTES, createHandler: () => handleFilesDownload },
  { path: FILES_CONTENT_PATH, routes: FILES_CONTENT_ROUTES, createHandler: () => handleFilesContent },
  { path: PLATFORM_DOWNLOAD_PATH, routes: PLATFORM_DOWNLOAD_ROUTES, createHandler: () => handlePlatformDownload },
  // Of the process itself, which Next knows nothing of.
  { path: LIVE_PATH, routes: LIVE_ROUTES, createHandler: () => handleLive },
  { path: READY_PATH, routes: READY_ROUTES, createHandler: () => handleReady },
  { path: "/projects/maps", routes: MAP_ROUTES, createHandler: () => handleMapRedirect },
];
