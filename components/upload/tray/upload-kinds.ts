import { toSafeName } from "@/lib/projects/schema";
import type { UploadTarget } from "@/lib/upload-client/target";
import { FolderSource } from "../controller/folder-source";
import { UploadController, type UploadLabel } from "../controller/upload-controller";
import { ZipSource } from "../controller/zip-source";
import type { UploadSubject } from "../target/upload-subject";
import { type AnyUpload, isActive } from "./upload-list";

type ZipUpload = UploadController<ZipSource>;
type FolderUpload = UploadController<FolderSource>;

export function newZipUpload(accountId: string, isDropped = false): ZipUpload {
  return new UploadController(new ZipSource(accountId), isDropped);
}

export function newFolderUpload(accountId: string, isDropped = false): FolderUpload {
  return new UploadController(new FolderSource(accountId), isDropped);
}

export function isZipUpload(upload: AnyUpload): upload is ZipUpload {
  return upload.source instanceof ZipSource;
}

export function isFolderUpload(upload: AnyUpload): upload is FolderUpload {
  return upload.source instanceof FolderSource;
}

export function labelOf({ id, source }: Pick<AnyUpload, "id" | "source">, target: UploadTarget): UploadLabel {
  const parameters = new URLSearchParams({ mode: source instanceof ZipSource ? "zip-upload" : "upload", upload: id });
  if (target.replacesId !== null) parameters.set("replace", target.replacesId);
  return { title: target.projectName, href: `/projects?${parameters}`, target };
}

/** Returns true for an upload under way to the subject of a screen. A screen without a name takes any upload of a new project. */
export function isUploadTo(subject: UploadSubject, upload: AnyUpload): boolean {
  const target = upload.label?.target;
  if (!target || !isActive(upload)) return false;
  if (subject.kind === "replace") return target.replacesId === subject.project._id;
  const { name } = subject.draft;
  return target.replacesId === null && (name.trim() === "" || toSafeName(name) === target.safeName);
}
