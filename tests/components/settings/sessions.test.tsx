import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { DEFAULT_DATES } from "@/components/shared/time/date-settings";
import { AppShell } from "@/components/shell/app-shell";
import { answer } from "../setup/api";
import { notice, rowsOf } from "../setup/locators";
import { ADDRESS, renderSettings, sessionRow } from "./settings-screen";

const rows = () => rowsOf("Your sessions");
const sessionList = () => page.getByRole("list", { name: "Your sessions" });

describe("the sessions in Settings", () => {
  it("keep a session and show why it could not be ended", async () => {
    answer(http.delete("/api/auth/sessions/:id", () => new HttpResponse("no gateway", { status: 502 })));
    const phone = sessionRow({ device: "Chrome on Android", kind: "mobile" });
    const account = await renderSettings({ sessions: [sessionRow({ current: true }), phone] });
    await page.getByRole("button", { name: "End session" }).click();
    await expect.element(notice("Failed to end session")).toBeVisible();
    expect(rows()).toHaveLength(2);

    // The session has already ended on its device, so ending it succeeds.
    answer(
      http.delete("/api/auth/sessions/:id", ({ params }) => {
        account.sessions = account.sessions.filter(({ _id }) => _id !== params["id"]);
        return HttpResponse.json({ message: "Session not found." }, { status: 404 });
      }),
    );
    await page.getByRole("button", { name: "End session" }).click();
    await expect.poll(rows).toHaveLength(1);
    await expect.element(notice("Session ended.")).toBeVisible();
    await expect.element(sessionList()).toHaveFocus();
  });

  it("are ended together after a question", async () => {
    const account = await renderSettings({ sessions: [sessionRow({ current: true }), sessionRow(), sessionRow()] });
    answer(
      http.delete("/api/auth/sessions", () => {
        account.sessions = account.sessions.slice(0, 1);
        return HttpResponse.json({ message: "Done." });
      }),
    );
    const question = page.getByRole("alertdialog", { name: "End all other sessions?" });
    await page.getByRole("button", { name: "End all other sessions" }).click();
    await expect.element(question).toHaveTextContent("2 other sessions");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(rows).toHaveLength(3);
    await page.getByRole("button", { name: "End all other sessions" }).click();
    await question.getByRole("button", { name: "End sessions" }).click();
    await expect.element(notice("All other sessions were ended.")).toBeVisible();
    await expect.element(question).not.toBeInTheDocument();
    await expect.poll(rows).toHaveLength(1);
    await expect.element(page.getByText("This device only")).toBeVisible();
  });
});

const MINUTE = 60_000;
const KEY = "sea-vision.session-refresh";

describe("the open application", () => {
  it("extends its session once in twelve hours for all tabs, also after failures", async () => {
    vi.useFakeTimers();
    let calls = 0;
    let fails = false;
    answer(
      http.post("/api/auth/refresh", () => {
        calls += 1;
        return fails ? HttpResponse.error() : HttpResponse.json({ message: "Session extended." });
      }),
    );
    const pass = async (minutes: number) => {
      await vi.advanceTimersByTimeAsync(minutes * MINUTE);
    };
    const viewer = { name: "Ada", email: ADDRESS, role: "user" } as const;
    const shell = (
      <AppShell viewer={viewer} accountId="ada" dates={DEFAULT_DATES} logo={null}>
        <h1>Settings</h1>
      </AppShell>
    );
    const first = await render(shell);
    await expect.poll(() => calls).toBe(1);
    await first.unmount();
    await render(shell);
    await pass(11 * 60 + 49);
    expect(calls).toBe(1);

    await pass(20);
    await expect.poll(() => calls).toBe(2);

    fails = true;
    await pass(12 * 60 + 10);
    await expect.poll(() => localStorage.getItem(KEY)).toContain('"hasFailed":true');
    expect(calls).toBe(3);
    await pass(40);
    expect(calls).toBe(3);
    await pass(30);
    await expect.poll(() => calls).toBe(4);
    expect(page.getByRole("alert").elements()).toEqual([]);
  });
});
