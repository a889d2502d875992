/** Formats a number with its noun: `1 file`, `1,204 files`. */
export function countOf(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
