import type { SelectionFacts } from "../../lib/upload-client/plan/file-table";
import { ClientFailure } from "../failure";
import { countOf } from "../report/format";
import type { Report } from "../report/report";
import { printable } from "../source/problems";

/** Logs what is left out, and which folder becomes the map. */
export function reportContents({ leftOut, wrappingFolder }: Pick<SelectionFacts, "leftOut" | "wrappingFolder">, report: Report): void {
  if (leftOut > 0) report.log(`${countOf(leftOut, "file")} added by the operating system will be left out.`);
  if (wrappingFolder !== null) report.log(`The content of ${printable(wrappingFolder)} becomes the map.`);
}

/** Logs the page that visitors see first. @param wanted the page of `--start-page` @throws ClientFailure when it isn't there */
export function reportStartPage(
  { hasIndexHtml, pages, innerArchive }: Pick<SelectionFacts, "hasIndexHtml" | "pages" | "innerArchive">,
  wanted: string | undefined,
  report: Report,
): void {
  if (wanted !== undefined && !pages.includes(wanted)) {
    const reason = hasIndexHtml ? "the map begins with its index.html" : `there is no page ${printable(wanted)}`;
    throw new ClientFailure("unpublishable", `--start-page: ${reason}.`);
  }
  const [likeliest] = pages;
  if (hasIndexHtml) return;
  if (innerArchive !== null) report.log(`${printable(innerArchive)} is an archive, which isn't unpacked. Publish that file instead.`);
  if (likeliest === undefined) report.log("It contains no page, so the map's address will show nothing.");
  else if (wanted === undefined && pages.length > 1)
    report.log(`The map begins with ${printable(likeliest)}. Choose another page with --start-page.`);
  else report.log(`The map begins with ${printable(wanted ?? likeliest)}.`);
}
