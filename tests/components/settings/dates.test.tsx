import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { chooseDateSettings, DEFAULT_DATES } from "@/components/shared/time/date-settings";
import { answer } from "../setup/api";
import { notice } from "../setup/locators";
import { renderSettings } from "./settings-screen";

const format = () => page.getByRole("combobox", { name: "Date format" });
const zone = () => page.getByRole("combobox", { name: "Time zone" });

afterEach(() => chooseDateSettings(DEFAULT_DATES));

describe("the dates of an account", () => {
  it("are written in the chosen format and time zone", async () => {
    const sent: unknown[] = [];
    answer(
      http.put("/api/user/preferences", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({});
      }),
    );
    await renderSettings();
    await format().click();
    await page.getByRole("option", { name: "2026-11-20, 14:05" }).click();
    await expect.element(page.getByText(/^It is now \d{4}-\d\d-\d\d, \d\d:\d\d\.$/)).toBeVisible();
    await zone().click();
    await page.getByRole("option", { name: "Berlin", exact: true }).click();
    await expect.element(zone()).toHaveTextContent("Berlin");
    await expect
      .poll(() => sent)
      .toEqual([
        { dateFormat: "year-first", timeZone: null },
        { dateFormat: "year-first", timeZone: "Europe/Berlin" },
      ]);
  });

  it("are in a chosen time zone that the browser does not list", async () => {
    await renderSettings({ dates: { dateFormat: "day-first", timeZone: "US/Pacific" } });
    await expect.element(page.getByText(/^It is now /)).toBeVisible();
    await expect.element(zone()).toHaveTextContent("US/Pacific");
  });

  it("return to the former setting when it can't be saved", async () => {
    answer(http.put("/api/user/preferences", () => new HttpResponse("no gateway", { status: 502 })));
    await renderSettings();
    await format().click();
    await page.getByRole("option", { name: "20 Nov 2026, 14:05" }).click();
    await expect.element(notice("The setting was not saved.")).toBeVisible();
    await expect.element(format()).toHaveTextContent("Nov 20, 2026, 2:05 PM");
  });
});
