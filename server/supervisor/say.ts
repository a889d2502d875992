/** Words for the person at the terminal; the log is for machines. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
