import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { UnreadableFilesPanel } from "@/components/upload/screen/folder-screen";
import { expectAccessible } from "../setup/appearance";
import { renderScreen } from "../setup/render";

it("the folder screen names unreadable files, and offers to retry or to leave them out", async () => {
  const files = Array.from({ length: 12 }, (_, number) => `tiles/${number}.png`);
  const [onRetry, onLeaveOut] = [vi.fn(), vi.fn()];
  await renderScreen(<UnreadableFilesPanel files={files} onRetry={onRetry} onLeaveOut={onLeaveOut} />);
  await expect.element(page.getByText("tiles/9.png")).toBeVisible();
  await expect.element(page.getByText("and 2 more")).toBeVisible();
  await expectAccessible("unreadable files");
  await page.getByRole("button", { name: "Leave Out" }).click();
  expect(onLeaveOut).toHaveBeenCalledWith(files);
  await page.getByRole("button", { name: "Retry" }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});
