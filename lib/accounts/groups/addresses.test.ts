import { describe, expect, it } from "vitest";
import { readAddresses } from "./addresses";

describe("readAddresses", () => {
  it.each([
    ["addresses with line ends, commas and semicolons", "a@example.com\nb@example.com, c@example.com;d@example.com\r\n"],
    ["addresses with the names of a mail program", "Ada <a@example.com>, B <b@example.com>\nc@example.com; <d@example.com>"],
    [
      "a CSV file with the header Email",
      '\ufeffFull name,Email,Ends (UTC)\r\n"B, A",a@example.com,\r\nB,b@example.com,\r\nC,c@example.com,\r\nD,d@example.com,\r\n',
    ],
    [
      "a CSV file with semicolons and the header E-mail address",
      "E-mail address;Name\na@example.com;A\nb@example.com;B\nc@example.com;C\nd@example.com;D",
    ],
    ["a CSV file with one column", "email\na@example.com\nb@example.com\nc@example.com\nd@example.com\n"],
  ])("reads %s", (_what, text) => {
    expect(readAddresses(text)).toEqual(["a@example.com", "b@example.com", "c@example.com", "d@example.com"]);
  });

  it("keeps what is no address, so that the preview can show it", () => {
    expect(readAddresses("a@example.com\nsomewhere\n\n")).toEqual(["a@example.com", "somewhere"]);
  });

  it("drops the apostrophe that an export writes before a formula", () => {
    expect(readAddresses("Email\n'=a@example.com\n'+b@example.com\n")).toEqual(["=a@example.com", "+b@example.com"]);
  });
});
