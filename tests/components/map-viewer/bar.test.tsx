import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../setup/appearance";
import { noteBanners } from "../setup/messages";
import { mapStates, openMapState } from "./map-states";

const dialog = page.getByRole("dialog");

describe("the map viewer", () => {
  it.each([
    ["the map's own address", mapStates.own, "/projects/maps/open/"],
    ["its own address for a map of another site", mapStates.unusable, "/projects?map=open"],
  ])("copies %s as link", async (_what, state, copied) => {
    const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const banners = noteBanners();
    await openMapState("Harbour", state);
    await dialog.getByRole("button", { name: "Copy link" }).click();
    await expect.poll(() => banners).toContainEqual(expect.stringContaining("Link copied"));
    expect(copy).toHaveBeenCalledExactlyOnceWith(new URL(copied, location.origin).href);
  });

  it("shows that no map is configured for a project without one", async () => {
    await openMapState("Mapless", mapStates.mapless);
    await expect.element(dialog).toHaveTextContent("No Map Available");
    await expect.element(dialog).toHaveTextContent("No map URL is configured for this project.");
    await expectAccessible("a project without a map");
  });
});
