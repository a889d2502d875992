/** Returns the area of a ring, in squares of its unit. */
export function areaOf(ring: readonly (readonly number[])[]): number {
  const sum = ring.reduce((total, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    return total + x * nextY - nextX * y;
  }, 0);
  return Math.abs(sum) / 2;
}
