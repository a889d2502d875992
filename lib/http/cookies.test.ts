import { expect, it } from "vitest";
import { cookieValues, httpOnlyCookie } from "./cookies";

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

it("writes the attributes", () => {
  const attributes = { path: "/x/", maxAgeSeconds: 60, sameSite: "Lax", secure: false, partitioned: false } as const;
  expect(httpOnlyCookie("a", "1", attributes)).toBe("a=1; Path=/x/; Max-Age=60; HttpOnly; SameSite=Lax");
  expect(httpOnlyCookie("a", "1", { ...attributes, sameSite: "None", secure: true, partitioned: true })).toBe(
    "a=1; Path=/x/; Max-Age=60; HttpOnly; SameSite=None; Secure; Partitioned",
  );
});
