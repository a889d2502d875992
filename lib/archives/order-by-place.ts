const DIGIT = 2 ** 16;

/** Where the things that are ordered stand. Both numbers are whole and not negative. */
interface Places {
  /** Below 2 ** 32. */
  groupOf(number: number): number;
  /** Bytes. */
  offsetOf(number: number): number;
}

/** Orders by one digit, and leaves those that have the same one as they are. @returns null when all have the same */
function orderByDigit(order: Uint32Array, digitOf: (number: number) => number): Uint32Array | null {
  const starts = new Uint32Array(DIGIT);
  for (const number of order) {
    const digit = digitOf(number);
    starts[digit] = (starts[digit] ?? 0) + 1;
  }
  if (starts.includes(order.length)) return null;
  for (let digit = 0, start = 0; digit < DIGIT; digit += 1) {
    const count = starts[digit] ?? 0;
    starts[digit] = start;
    start += count;
  }
  const ordered = new Uint32Array(order.length);
  for (const number of order) {
    const digit = digitOf(number);
    const place = starts[digit] ?? 0;
    ordered[place] = number;
    starts[digit] = place + 1;
  }
  return ordered;
}

/**
 * Orders things by their group and, within it, by their offset; what is equal stays in the order of its numbers. Digit by digit, since
 * a comparison for each pair of a million would hold up the process for a second.
 * @param count they are numbered from 0
 * @returns their numbers, in order
 */
export function orderByPlace(count: number, { groupOf, offsetOf }: Places): Uint32Array {
  let order: Uint32Array = new Uint32Array(count);
  for (let number = 0; number < count; number += 1) order[number] = number;
  const digits = [
    (number: number) => offsetOf(number) % DIGIT,
    (number: number) => Math.floor(offsetOf(number) / DIGIT) % DIGIT,
    (number: number) => Math.floor(offsetOf(number) / DIGIT ** 2) % DIGIT,
    (number: number) => Math.floor(offsetOf(number) / DIGIT ** 3),
    (number: number) => groupOf(number) % DIGIT,
    (number: number) => Math.floor(groupOf(number) / DIGIT),
  ];
  for (const digitOf of digits) order = orderByDigit(order, digitOf) ?? order;
  return order;
}
