import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { ChangePasswordView } from "@/components/shell/change-password-view";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import { expectTexts } from "../setup/locators";
import { cancelPageLoads } from "../setup/page-loads";
import { alerts, button, renderView, title } from "./sign-in-screen";

const account = { role: "user", email: "ada@harbour.example" } as const;

it("the page for a new password shows what is wrong, and opens the page that was asked for", async () => {
  const departures = cancelPageLoads();
  const message = "Current password is incorrect";
  answer(
    http.post("/api/user/change-password", () => HttpResponse.json({ message, fields: { currentPassword: message } }, { status: 400 })),
  );
  await renderView(<ChangePasswordView next="/settings" {...account} />, "/change-password");
  await expect.element(title("Choose a new password")).toBeVisible();
  await expectGoodEverywhere("the page for a new password");
  await expectFitsLargeText("the page for a new password");
  await page.getByLabelText("Current Password", { exact: true }).fill("assigned");
  await page.getByLabelText("New Password", { exact: true }).fill("my own choice");
  await page.getByLabelText("Confirm New Password", { exact: true }).fill("my own choice");
  await button("Save Password").click();
  await expectTexts(alerts(), [message]);
  await expectGoodEverywhere("the page for a new password, refused");
  answer(http.post("/api/user/change-password", () => HttpResponse.json({ message: "Password changed successfully", endedSessions: 0 })));
  await button("Save Password").click();
  await expect.poll(() => departures).toEqual(["/settings"]);
});
