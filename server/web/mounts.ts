import { IMAGES_PATH } from "../../lib/projects/present";
import type { BytesHandler } from "../bytes/handler";
import { handleMapRedirect, MAP_ROUTES } from "../bytes/map-redirect";
import { handleProjectImage, PROJECT_IMAGE_ROUTES } from "../bytes/project-image";
import { createTusHandler, UPLOAD_ROUTES, UPLOADS_PATH } from "../bytes/tus";

/** A path at and below which Next is not asked. */
export interface MountPoint {
  path: string;
  /** Methods offered there, by route. */
  routes: Readonly<Record<string, readonly string[]>>;
  createHandler(): BytesHandler;
}

/** What moves bytes, or must not be told by Next. */
export const mountPoints: readonly MountPoint[] = [
  { path: UPLOADS_PATH, routes: UPLOAD_ROUTES, createHandler: createTusHandler },
  { path: IMAGES_PATH, routes: PROJECT_IMAGE_ROUTES, createHandler: () => handleProjectImage },
  { path: "/projects/maps", routes: MAP_ROUTES, createHandler: () => handleMapRedirect },
];
