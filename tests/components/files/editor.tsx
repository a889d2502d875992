import { expect } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { manager } from "./manager";

/** Types a text at once, without the help of the editor. */
const insert = (text: string) => cdp().send("Input.insertText", { text });

export function editorOf(fileName: string) {
  const dialog = page.getByRole("dialog", { name: fileName });
  const text = dialog.getByRole("textbox", { name: `Text of ${fileName}` });
  return {
    dialog,
    text,
    save: dialog.getByRole("button", { name: "Save" }),
    unsaved: dialog.getByText("Unsaved changes"),
    /** The button with a cross. */
    close: dialog.getByRole("button", { name: "Close" }).first(),
    async open(): Promise<void> {
      await manager.button(`Edit file ${fileName}`).click();
      await expect.element(text).toHaveFocus();
    },
    async append(added: string): Promise<void> {
      (text.element() as HTMLElement).focus();
      await userEvent.keyboard("{Control>}{End}{/Control}");
      await insert(added);
    },
  };
}
