import type { Choice } from "../source/folder/reading";
import type { ChosenZip } from "../source/zip/dropped-zip";
import { addUpload } from "./upload-list";

// The code of uploads loads here, after the user has chosen something.

/** Adds an upload of a ZIP file that was chosen or dropped in the list of projects. @returns its id, by which its screen shows it */
async function addZip(accountId: string, files: ChosenZip[] | Promise<ChosenZip[]>): Promise<string> {
  const upload = (await import("./upload-kinds")).newZipUpload(accountId, true);
  void upload.run(async (zip, job) => zip.choose(await files, "tus", job));
  addUpload(upload);
  return upload.id;
}

/** Adds an upload of a folder or files, as `addZip` does. */
async function addFolder(accountId: string, choice: Choice): Promise<string> {
  const upload = (await import("./upload-kinds")).newFolderUpload(accountId, true);
  void upload.run((folder, job) => folder.choose(choice, job));
  addUpload(upload);
  return upload.id;
}

/** Adds uploads of what the user has chosen. Code that contains that of uploads gets it from the page, so that they load it by one import. */
export const chosenUploads = { addZip, addFolder };
export type ChosenUploads = typeof chosenUploads;
