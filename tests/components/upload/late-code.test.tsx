import { type ComponentType, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { NewTokenDialog } from "@/components/api/tokens/new-token-dialog";
import { lazyPart } from "@/components/shared/lazy-part";
import { Button } from "@/components/ui/button";
import { hold } from "../setup/hold";
import { cancelPageLoads } from "../setup/page-loads";
import { renderScreen } from "../setup/render";

const viewer = { role: "user" } as const;

type Dialog = typeof NewTokenDialog;

function Opener({ Late }: { Late: ComponentType<Parameters<Dialog>[0]> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>New Token</Button>
      {isOpen ? <Late {...viewer} onCreated={() => undefined} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

/** Renders a button that opens a dialog, whose code the test loads. */
const renderOpener = (load: () => Promise<Dialog>) => renderScreen(<Opener Late={lazyPart(load)} />);

const opener = () => page.getByRole("button", { name: "New Token" });
const missing = () => page.getByRole("alert").filter({ hasText: "This part of the page did not load." });

describe("a dialog whose code loads when it opens", () => {
  it("says that it loads, and then focuses its first field", async () => {
    const { held: code, letThrough } = hold<Dialog>();
    await renderOpener(() => code);
    await opener().click();
    await expect.element(page.getByRole("status").filter({ hasText: "Loading..." })).toBeInTheDocument();
    letThrough(NewTokenDialog);
    await expect.element(page.getByRole("dialog", { name: "New API Token" }).getByLabelText("Name")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(opener()).toHaveFocus();
  });

  it("offers to reload the page when its code can't be loaded", async () => {
    const departures = cancelPageLoads();
    await renderOpener(() => Promise.reject(new Error("There is no network.")));
    await opener().click();
    await expect.element(missing()).toBeVisible();
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => departures).toHaveLength(1);
  });

  it("loads its code when the user points at a control", async () => {
    const load = vi.fn(() => Promise.resolve(NewTokenDialog));
    await renderOpener(load);
    await page.getByRole("main").hover({ position: { x: 2, y: 2 } });
    load.mockClear();
    await opener().hover();
    await expect.poll(() => load.mock.calls.length).toBe(1);
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
});

describe("a part of a page", () => {
  it("is replaced by a message and a button that reloads the page when its code can't be loaded", async () => {
    const departures = cancelPageLoads();
    const Part = lazyPart(() => Promise.reject<() => null>(new Error("There is no network.")));
    await renderScreen(<Part />);
    await expect.element(missing()).toBeVisible();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => departures).toHaveLength(1);
  });
});
