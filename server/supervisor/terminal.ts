/** Prints for the user at the terminal. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a step before it runs, and its duration or failure after it. */
export async function printStep<Result>(text: string, step: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  process.stdout.write(`${text} … `);
  try {
    const result = await step();
    printLine(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return result;
  } catch (error) {
    printLine("failed");
    throw error;
  }
}
