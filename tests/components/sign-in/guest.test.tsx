import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { GuestViews } from "@/components/sign-in/guest-views";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import { expectTexts } from "../setup/locators";
import { alerts, button, emailOf, renderView, title } from "./sign-in-screen";

const REQUEST = "3f0c8f0e-6c1c-4c53-9a36-0d7c9c2f5b11";
const WRONG = "This code is wrong or no longer valid.";

const codeOf = () => page.getByLabelText("Code", { exact: true });
const sent: unknown[] = [];

function answerCalls(session: () => Response): void {
  sent.length = 0;
  answer(
    http.post("/api/guest/code", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: "Sent", request: REQUEST });
    }),
    http.post("/api/guest/session", async ({ request }) => {
      sent.push(await request.json());
      return session();
    }),
  );
}

const refuse = () => HttpResponse.json({ message: WRONG, fields: { code: WRONG } }, { status: 400 });

const render = (given: Partial<Parameters<typeof GuestViews>[0]> = {}) =>
  renderView(<GuestViews project="harbour" first={null} isOn {...given} />, "/guest/harbour");

describe("the guest page", () => {
  it("asks for the address, then for the code, and shows why a code was refused", async () => {
    answerCalls(refuse);
    await render();
    await expect.element(title("Open a map as a guest")).toBeVisible();
    await expectGoodEverywhere("the guest page");
    await expectFitsLargeText("the guest page");
    await emailOf().fill("ada");
    await userEvent.keyboard("{Enter}");
    await expectTexts(alerts(), ["Please enter a valid email address."]);
    await emailOf().fill(" Ada@Fjord.example ");
    await button("Send Code").click();
    await expect.element(title("Enter the code")).toBeVisible();
    await expect.element(page.getByText("If this address is admitted, a code is on its way to ada@fjord.example.")).toBeVisible();
    expect(new URLSearchParams(location.search).get("request")).toBe(REQUEST);
    await expect.element(codeOf()).toHaveFocus();
    await expect.element(codeOf()).toHaveAttribute("autocomplete", "one-time-code");
    await expect.element(codeOf()).toHaveAttribute("inputmode", "numeric");
    await expectGoodEverywhere("the code of a guest");
    await codeOf().fill("123");
    await button("Open Map").click();
    await expectTexts(alerts(), ["Enter the 6 digits of the mail."]);
    await codeOf().fill("123 456");
    await button("Open Map").click();
    await expectTexts(alerts(), [WRONG]);
    await expect.element(codeOf()).toHaveFocus();
    expect(sent).toEqual([
      { project: "harbour", email: "ada@fjord.example" },
      { request: REQUEST, code: "123456" },
    ]);
    await expectGoodEverywhere("a wrong code of a guest");
    await expectFitsLargeText("a wrong code of a guest");
  });

  it("asks for the code at once with the link of the mail, and leads back to the address", async () => {
    answerCalls(refuse);
    await render({ first: REQUEST });
    await expect.element(title("Enter the code")).toBeVisible();
    await button("Request another code").click();
    await expect.element(title("Open a map as a guest")).toBeVisible();
    expect(location.search).toBe("");
  });

  it("shows that too many codes were entered", async () => {
    answerCalls(() => HttpResponse.json({ message: "Too many wrong codes. Please try again later." }, { status: 429 }));
    await render({ first: REQUEST });
    await codeOf().fill("123456");
    await button("Open Map").click();
    await expectTexts(alerts(), ["Too many wrong codes. Please try again later."]);
  });

  it("says that guests can't sign in without a mail server", async () => {
    await render({ isOn: false });
    await expect.element(page.getByText(/^Guests can't sign in, because this server has no mail server/)).toBeVisible();
    await expect.element(emailOf()).not.toBeInTheDocument();
    await expectGoodEverywhere("the guest page without a mail server");
  });
});
