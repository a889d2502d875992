/** @returns whether somebody only wants to know how a command is used */
export function asksForHelp(words: readonly string[]): boolean {
  return words.some((word) => word === "--help" || word === "-h");
}
