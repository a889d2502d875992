/** Words for the person at the terminal; the log is for machines. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Says what is going on while it lasts, and how long it took. */
export async function during<Result>(text: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  process.stdout.write(`${text} … `);
  try {
    const result = await work();
    say(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return result;
  } catch (error) {
    say("failed");
    throw error;
  }
}
