import { counter } from "./instruments";

export interface MapQuestions<Right, Question, Entry> {
  holdsRight(right: Right): Promise<boolean>;
  findEntries(questions: readonly Question[]): Promise<Entry[]>;
}

/** Counts questions to the database. Answers from memory ask nothing. */
export function measureMapQuestions<Right, Question, Entry>({
  holdsRight,
  findEntries,
}: MapQuestions<Right, Question, Entry>): MapQuestions<Right, Question, Entry> {
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
    async holdsRight(right) {
      const holds = await holdsRight(right);
      checks.inc({ answer: holds ? "granted" : "refused" });
      return holds;
    },
    findEntries(questions) {
      lookups.inc(questions.length);
      batches.inc();
      return findEntries(questions);
    },
  };
}
