import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { productBranding } from "@/lib/branding/schema";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { notice } from "../setup/locators";
import { renderSettings } from "./settings-screen";

const PATH = "/api/superadmin/branding";
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>';

const section = () => page.getByRole("region", { name: "Branding" });
const save = () => section().getByRole("button", { name: "Save Changes" }).click();
const accent = () => section().getByLabelText("Accent colour", { exact: true });

/** Opens Settings with a branding. @returns the bodies of the calls that save it */
async function open(changes: Partial<typeof productBranding> = {}): Promise<Record<string, unknown>[]> {
  const bodies: Record<string, unknown>[] = [];
  answer(
    http.put<never, Record<string, unknown>>(PATH, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ message: "Branding saved", branding: productBranding });
    }),
  );
  await renderSettings({ role: "superadmin", branding: { ...productBranding, ...changes } });
  await expect.element(accent()).toBeVisible();
  return bodies;
}

const logo = () => section().getByLabelText("Logo", { exact: true });
const chooseLogo = (file: File) => userEvent.upload(logo(), file);

describe("the branding in Settings", () => {
  it("is only for superadmins", async () => {
    await renderSettings({ role: "admin" });
    await expect.element(page.getByRole("region", { name: "Privacy" })).toBeVisible();
    expect(section().elements()).toEqual([]);
  });

  it("previews both themes while it is edited, and saves what was changed", async () => {
    const bodies = await open();
    await section().getByLabelText("Name", { exact: true }).fill("Harbour Maps");
    await accent().fill("#1d4ed8");
    await chooseLogo(new File([LOGO], "logo.svg", { type: "image/svg+xml" }));
    await expect
      .poll(() =>
        section()
          .getByRole("figure")
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual([expect.stringMatching(/^Harbour Maps.*Light theme$/), expect.stringMatching(/^Harbour Maps.*Dark theme$/)]);
    await expectGoodEverywhere("the section of the branding");
    await save();
    await expect.element(notice("Branding saved")).toBeVisible();
    expect(bodies).toEqual([expect.objectContaining({ name: "Harbour Maps", accent: "#1d4ed8", logo: btoa(LOGO) })]);
    expect(bodies[0]).not.toHaveProperty("favicon");
  });

  it("says what is wrong with a colour, doesn't send it, and offers the nearest shade", async () => {
    const bodies = await open();
    await accent().fill("#ffd400");
    await expect.element(section().getByText(/^This colour is too light for the light theme\./)).toBeVisible();
    await expect
      .element(accent())
      .toHaveAccessibleDescription("Dark text on it: 12.1 : 1. On light pages: 1.3 : 1. On dark pages: 12.2 : 1.");
    await expectGoodEverywhere("the section of the branding with a colour that is refused");
    await save();
    await expect.element(accent()).toHaveFocus();
    expect(bodies).toEqual([]);
    await section()
      .getByRole("button", { name: /^Use #/ })
      .click();
    await save();
    await expect.poll(() => bodies).toHaveLength(1);
  });

  it("shows at the logo why the server refuses it, and refuses a large file itself", async () => {
    await open();
    const message = "This SVG contains scripts, links or other active parts.";
    answer(http.put(PATH, () => HttpResponse.json({ message, fields: { logo: message } }, { status: 400 })));
    await chooseLogo(new File([LOGO], "logo.svg", { type: "image/svg+xml" }));
    await save();
    await expect.element(logo()).toHaveAccessibleDescription(`PNG or SVG, up to 200 KB. ${message}`);
    await chooseLogo(new File([new Uint8Array(200 * 1024 + 1)], "logo.png", { type: "image/png" }));
    await expect.element(logo()).toHaveAccessibleDescription(/The picture is larger than 200 KB\./);
  });

  it("is reset after a question", async () => {
    let isReset = false;
    answer(
      http.delete(PATH, () => {
        isReset = true;
        return HttpResponse.json({ message: "Branding reset", branding: productBranding });
      }),
    );
    await open({ name: "Harbour Maps" });
    await section().getByRole("button", { name: "Reset to Sea-Vision" }).click();
    const question = page.getByRole("alertdialog", { name: "Reset to Sea-Vision?" });
    await question.getByRole("button", { name: "Reset to Sea-Vision" }).click();
    await expect.element(notice("Branding reset")).toBeVisible();
    expect(isReset).toBe(true);
  });
});
