import { proxy } from "comlink";
import type { NameEncoding } from "@/lib/archives/directory/name-encoding";
import { NOT_A_ZIP_MESSAGE } from "@/lib/imports/uploads/schema";
import type { analyseZip, ZipVerdict } from "@/lib/upload-client/zip/zip-analysis";
import { openWorker } from "../open-worker";
import type { ChosenZip } from "./dropped-zip";
import { type UploadMethod, uploadMethods } from "./upload-method";

export function withoutHandles(files: Iterable<File>): ChosenZip[] {
  return Array.from(files, (file) => ({ file, handle: null }));
}

/** Opens the file picker that returns handles. @returns [] when cancelled, null without such a picker */
export async function pickZipFile(): Promise<ChosenZip[] | null> {
  if (!("showOpenFilePicker" in window)) return null;
  try {
    const handles = await window.showOpenFilePicker({
      id: "zip-upload",
      types: [{ description: "ZIP archive", accept: { "application/zip": [".zip"] } }],
    });
    return await Promise.all(handles.map(async (handle) => ({ handle, file: await handle.getFile() })));
  } catch (error) {
    // The user closed the picker. After other errors (a page in a frame) the plain chooser is used.
    return error instanceof DOMException && error.name === "AbortError" ? [] : null;
  }
}

/** Opens a file by its stored handle. Call it during a click: the browser may ask for permission. @returns null without a file */
export async function reopenFile(handle: FileSystemFileHandle): Promise<File | null> {
  try {
    return (await handle.requestPermission({ mode: "read" })) === "granted" ? await handle.getFile() : null;
  } catch {
    return null;
  }
}

interface AnalysisOptions {
  /** Gets the entries read and their total. */
  onProgress: (read: number, total: number) => void;
  /** Encoding of names that declare none. Null to choose it as the server does. */
  nameEncoding: NameEncoding | null;
}

/** Checks the directory of a ZIP in a worker. @throws when unreadable; the signal's reason */
export function analyseInWorker(file: File, { onProgress, nameEncoding }: AnalysisOptions, signal: AbortSignal): Promise<ZipVerdict> {
  const worker = new Worker(new URL("./zip-analysis.worker.ts", import.meta.url), { type: "module" });
  const { api, answer, close } = openWorker<typeof analyseZip>(worker, "the ZIP check could not be loaded", signal);
  return answer(api(file, proxy(onProgress), nameEncoding)).finally(close);
}

const ONE_FILE_MESSAGE = "File restriction failed: only one ZIP file can be uploaded at a time";

/** Returns the chosen file, or the message why the user can't upload it. */
export function takeZipFile<Chosen extends { file: { name: string; size: number } }>(
  files: readonly Chosen[],
  method: UploadMethod,
): Chosen | string {
  const [chosen] = files;
  if (!chosen) return NOT_A_ZIP_MESSAGE;
  if (files.length > 1) return ONE_FILE_MESSAGE;
  if (!/\.zip$/i.test(chosen.file.name)) return NOT_A_ZIP_MESSAGE;
  const { maxBytes, tooLargeMessage } = uploadMethods[method];
  return chosen.file.size > maxBytes ? tooLargeMessage : chosen;
}
