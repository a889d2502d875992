import { NOT_LOADED } from "@/components/shared/lazy-part";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { isDataName } from "@/lib/data-maps/values";
import { PROJECT_NAME_MAX } from "@/lib/projects/values";
import { type Choice, choiceOfDrop } from "../source/folder/reading";
import { type ChosenZip, droppedFiles } from "../source/zip/dropped-zip";
import type { ChosenUploads } from "../tray/chosen-upload";
import { type ProjectDraft, useProjectDraft } from "./project-draft";

interface NewProjectOptions {
  accountId: string;
  uploads: ChosenUploads;
  /** What the user has entered before. A name in it stays. */
  entered?: ProjectDraft;
  /** Opens the screen that shows the upload. */
  onChosen: (mode: "upload" | "zip-upload", uploadId: string) => void;
}

const withoutEnding = (fileName: string) => fileName.replace(/(?<=.)\.[^.]*$/, "");

/** Returns functions that start a project with files, which must be called in the event of choosing. The files name the project. */
export function useNewProject({ accountId, uploads, entered, onChosen }: NewProjectOptions) {
  const [, setDraft] = useProjectDraft();
  const { showBanner } = useBanner();
  const showError = (message: string) => showBanner({ tone: "error", message, timeout: NOTICE_MS });

  async function begin(mode: "upload" | "zip-upload", name: string, added: Promise<string>): Promise<void> {
    const suggestedName = Array.from(name.trim()).slice(0, PROJECT_NAME_MAX).join("");
    const isEntered = entered && entered.name.trim() !== "" && entered.name !== entered.suggestedName;
    setDraft({ name: isEntered ? entered.name : suggestedName, description: entered?.description ?? "", suggestedName });
    try {
      onChosen(mode, await added);
    } catch {
      showError(NOT_LOADED);
    }
  }

  const startFolder = (choice: Choice) =>
    begin("upload", choice.folderName ?? withoutEnding(choice.firstName), uploads.addFolder(accountId, choice));
  const startZip = (name: string, files: ChosenZip[] | Promise<ChosenZip[]>) =>
    begin("zip-upload", withoutEnding(name), uploads.addZip(accountId, files));

  return {
    startFolder: (choice: Choice) => void startFolder(choice),
    startZip: (files: ChosenZip[]) => void startZip(files[0]?.file.name ?? "", files),
    startDrop: (dropped: DataTransfer) => {
      const entries = Array.from(dropped.items, (item) => (item.kind === "file" ? item.webkitGetAsEntry() : null));
      const [entry] = entries;
      const isZip = entries.length === 1 && entry?.isFile === true && /\.zip$/i.test(entry.name);
      const isFolder = entries.length === 1 && entry?.isDirectory === true;
      const isData = entries.every((one) => one?.isFile === true && isDataName(one.name));
      if (!entry || !(isZip || isFolder || isData)) return showError("Drop one ZIP file, one folder, or files with map data.");
      void (isZip ? startZip(entry.name, droppedFiles(dropped)) : startFolder(choiceOfDrop(dropped)));
    },
  };
}
