import { isRefusal, parseEntryPath } from "../../archives/entry-path";
import { isLeftOut } from "../../archives/left-out";
import { quoteName } from "../../archives/refusals";
import { watchWrappingFolder } from "../../archives/wrapping-folder";
import { CompareError } from "./compare-error";

/**
 * The paths of a chosen folder as the server would publish them: in NFC, without what is left out, and without a folder that
 * wraps the whole site.
 */
export class LocalPaths {
  private readonly paths: (string | null)[] = [];
  private readonly wrapping = watchWrappingFolder();

  /** @throws CompareError for a path that no map can have */
  add(path: string): void {
    const parsed = parseEntryPath(path);
    if (isRefusal(parsed) || parsed.isFolder) throw new CompareError(`${quoteName(path)} has a name that no file of a map can have.`);
    const isSkipped = isLeftOut(parsed.components);
    if (!isSkipped) this.wrapping.add(parsed.components, false);
    this.paths.push(isSkipped ? null : parsed.components.join("/"));
  }

  /** @returns one path for each that was added, in their order; null for what is left out. @throws CompareError for two that are one */
  finish(): (string | null)[] {
    const folder = this.wrapping.find();
    const start = folder === null ? 0 : folder.length + 1;
    const seen = new Set<string>();
    return this.paths.map((path) => {
      if (path === null) return null;
      const place = path.slice(start);
      if (seen.has(place)) throw new CompareError(`${quoteName(place)} is in the folder more than once.`);
      seen.add(place);
      return place;
    });
  }
}
