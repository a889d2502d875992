import { vi } from "vitest";
import type { Locator } from "vitest/browser";

/** Creates a file. @param path with folders, as of a chosen folder */
export function fileAt(path: string, content: BlobPart = ""): File {
  const file = new File([content], path.slice(path.lastIndexOf("/") + 1));
  if (path.includes("/")) Object.defineProperty(file, "webkitRelativePath", { value: path });
  return file;
}

/** Clicks a button, and chooses these files in the file chooser that it opens. The chooser that returns handles is missing. */
export async function chooseFiles(button: Locator, files: readonly File[]): Promise<void> {
  for (const picker of ["showDirectoryPicker", "showOpenFilePicker"]) Reflect.deleteProperty(window, picker);
  const chooser = vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(function choose(this: HTMLInputElement) {
    Object.defineProperty(this, "files", { value: files, configurable: true });
    this.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await button.click();
  chooser.mockRestore();
}
