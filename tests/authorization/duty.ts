import { expect } from "vitest";
import type { Answer } from "./ask";
import type { Outcome, Row } from "./row";
import { pageRows } from "./rows-pages";
import { callRows } from "./table";

const nameOf = ({ method, route, what }: Row) => [method, route, what].filter(Boolean).join(" ");

/**
 * Returns the rows of the table with what they answer to a superadmin who has a duty.
 * @param page that leads out of the duty @param open what this superadmin may call, by the names of rows
 */
export function rowsBefore(page: string, open: Readonly<Record<string, Outcome>>): { name: string; row: Row; outcome: Outcome }[] {
  const ofCall = (row: Row): Outcome => {
    const [anonymous, , , , superadmin] = row.outcomes;
    const isPublic = row.outcomes.every((one) => String(one) === String(superadmin));
    const refused: Outcome = typeof anonymous === "number" ? 403 : [302, new RegExp(`^${page}\\?next=`)];
    return open[nameOf(row)] ?? (isPublic ? superadmin : refused);
  };
  const ofPage = ({ route, outcomes }: Row): Outcome => {
    const [anonymous, , , , superadmin] = outcomes;
    if (route === page) return 200;
    return superadmin === 200 && anonymous !== 200 ? [307, `${page}?next=${encodeURIComponent(route)}`] : superadmin;
  };
  return [
    ...callRows.filter(({ on }) => on !== "maps").map((row) => ({ name: nameOf(row), row, outcome: ofCall(row) })),
    ...pageRows.map((row) => ({ name: nameOf(row), row, outcome: ofPage(row) })),
  ];
}

/** Expects that an answer has the status, and where it leads elsewhere the location, of an outcome. */
export function expectOutcome({ status, headers: { location } }: Answer, outcome: Outcome): void {
  expect(typeof outcome === "number" || !location ? status : [status, location]).toEqual(
    typeof outcome !== "number" && outcome[1] instanceof RegExp ? [outcome[0], expect.stringMatching(outcome[1])] : outcome,
  );
}
