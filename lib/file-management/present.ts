import type { PlatformFile } from "../files/platform/schema";
import { ASSETS } from "../maps/schema";

/** A file as the queries read it. */
export interface PlatformFileRow {
  id: number;
  name: string;
  size: number;
  modifiedAt: Date;
  /** Null of an empty file, which has no bytes. */
  uploadedAt: Date | null;
  ownerId: string | null;
  ownerName: string | null;
  ownerEmail: string | null;
  /** Null of a shared asset. */
  projectName: string | null;
  safeName: string | null;
  path: string;
}

/** The one place where a file's row becomes what the API answers. */
export function presentPlatformFile(row: PlatformFileRow): PlatformFile {
  const { ownerId, ownerName, ownerEmail } = row;
  return {
    _id: String(row.id),
    filename: row.name,
    originalName: row.name,
    fileSize: row.size,
    uploadedBy: ownerId === null ? null : { _id: ownerId, fullName: ownerName ?? "", email: ownerEmail ?? "" },
    uploadDate: (row.uploadedAt ?? row.modifiedAt).toISOString(),
    projectName: row.projectName,
    safeName: row.safeName ?? ASSETS,
    path: row.path,
  };
}
