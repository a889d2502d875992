import { describe, expect, it } from "vitest";
import { cookieValues } from "./cookies";

describe("cookieValues", () => {
  it.each<[string | undefined, string[]]>([
    [undefined, []],
    ["", []],
    ["a=1", ["1"]],
    ["b=2; a=1", ["1"]],
    ["a=1; a=2;a=3", ["1", "2", "3"]],
    ["xa=1; A=2; a =3", []],
    ["a=b=c", ["b=c"]],
    ["a=", [""]],
  ])("reads %j as %j", (header, values) => {
    expect(cookieValues(header, "a")).toEqual(values);
  });
});
