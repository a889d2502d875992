import { expect, test } from "vitest";
import { initialsOf } from "./initials";

test.each([
  ["Nora Lind", "NL"],
  ["  søren  kirk kjær ", "SK"],
  ["Cher", "C"],
  ["e\u0301lodie Martin", "ÉM"],
  ["Omar Haddad 1", "OH"],
  ["7 Seas", "S"],
  ["Unit 42", "U"],
  ["42", "4"],
  ["2 000", "20"],
  ["شرکت نقشه", "شن"],
  ["שרה כהן (Haifa)", "שכ"],
  ["👩🏽‍🚀 Astro 🌊", "A"],
  ['<b>Bold</b> & "quoted"', "BQ"],
  ["कि ताब", "किता"],
  ["🌊🗺️", "?"],
  ["- (", "?"],
  ["", "?"],
])("initialsOf(%j) returns %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
