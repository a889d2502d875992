import { counter } from "./instruments";

export interface MapQuestions<Right, Grant, Question, Entry> {
  findGrant(right: Right): Promise<Grant | null>;
  findEntries(questions: readonly Question[]): Promise<Entry[]>;
}

/** Counts queries of the database. Answers from memory need none. */
export function measureMapQuestions<Right, Grant, Question, Entry>({
  findGrant,
  findEntries,
}: MapQuestions<Right, Grant, Question, Entry>): MapQuestions<Right, Grant, Question, Entry> {
  const checks = counter(
    "sea_vision_map_right_checks_total",
    "Times that the database was asked whether a right to a map holds, by its answer.",
    ["answer"],
  );
  const lookups = counter("sea_vision_map_entry_lookups_total", "Files of maps that were looked up in the database.");
  const batches = counter(
    "sea_vision_map_entry_batches_total",
    "Questions to the database in which files of maps were looked up, many at once.",
  );
  return {
    async findGrant(right) {
      const grant = await findGrant(right);
      checks.inc({ answer: grant ? "granted" : "refused" });
      return grant;
    },
    findEntries(questions) {
      lookups.inc(questions.length);
      batches.inc();
      return findEntries(questions);
    },
  };
}
