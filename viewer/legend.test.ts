import { expect, it } from "vitest";
import { nameOfAttribute } from "./legend";

it("nameOfAttribute returns the name that the admin gave, else that of the attribute", () => {
  const popup = [{ attribute: "depth_m", name: "Depth" }, { attribute: "id" }];
  expect(["depth_m", "id", "type"].map((attribute) => nameOfAttribute({ popup }, attribute))).toEqual(["Depth", "id", "type"]);
});
