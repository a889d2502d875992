export interface SeaChart {
  land: string;
  graticule: string;
  track: string;
  ship: { x: number; y: number };
}

export const CHART_WIDTH = 160;
export const CHART_HEIGHT = 100;

const COAST_POINTS = 22;

type Random = () => number;

/** FNV-1a: returns the same seed for the same text on every platform. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** Mulberry32: generates the same numbers from 0 to 1 for the same seed. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const between = (random: Random, low: number, high: number) => low + random() * (high - low);
const round = (value: number) => Math.round(value * 10) / 10;

/** Returns a closed shore around a point: a circle with three waves, smoothed through the midpoints of its sides. */
function drawShore(random: Random, x: number, y: number, radius: number): string {
  const waves = [2, 3, 5].map((count) => ({
    count,
    height: between(random, 0.08, 0.52) / count ** 0.8,
    phase: between(random, 0, 2 * Math.PI),
  }));
  const points = Array.from({ length: COAST_POINTS }, (_, index): [number, number] => {
    const angle = (index / COAST_POINTS) * 2 * Math.PI;
    const reach = radius * waves.reduce((sum, { count, height, phase }) => sum + height * Math.cos(count * angle + phase), 1);
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
  const middles = points.map(([px, py], index): [number, number] => {
    const [nx, ny] = points[(index + 1) % points.length] ?? [px, py];
    return [(px + nx) / 2, (py + ny) / 2];
  });
  const start = middles.at(-1) ?? [x, y];
  const curves = points.map(([px, py], index) => {
    const [mx, my] = middles[index] ?? [px, py];
    return `Q${round(px)} ${round(py)} ${round(mx)} ${round(my)}`;
  });
  return `M${round(start[0])} ${round(start[1])}${curves.join("")}Z`;
}

function drawLand(random: Random): string {
  const side = random() < 0.5 ? 0 : 1;
  const mainland = drawShore(
    random,
    side * CHART_WIDTH + between(random, -14, 14),
    between(random, 0, CHART_HEIGHT),
    between(random, 40, 62),
  );
  const islands = Array.from({ length: Math.floor(between(random, 1, 4)) }, () => {
    const away = between(random, 70, 138);
    return drawShore(random, side === 0 ? away : CHART_WIDTH - away, between(random, 12, CHART_HEIGHT - 12), between(random, 4, 13));
  });
  return [mainland, ...islands].join("");
}

function drawGraticule(random: Random): string {
  const step = between(random, 26, 34);
  const first = between(random, 4, step);
  const slant = between(random, -9, 9);
  const meridians = Array.from({ length: 6 }, (_, index) => {
    const x = first + (index - 0.5) * step;
    return `M${round(x - slant)} 0L${round(x + slant)} ${CHART_HEIGHT}`;
  });
  const bow = between(random, -7, 7);
  const parallels = Array.from({ length: 4 }, (_, index) => {
    const y = round(first + (index - 0.25) * step);
    return `M0 ${y}Q${CHART_WIDTH / 2} ${round(y + bow)} ${CHART_WIDTH} ${y}`;
  });
  return [...meridians, ...parallels].join("");
}

/** Draws an imaginary sea chart; the same name gives the same chart on server and browser. */
export function drawSeaChart(name: string): SeaChart {
  const random = randomFrom(hash(name));
  const land = drawLand(random);
  const graticule = drawGraticule(random);
  const ship = { x: round(between(random, 58, 102)), y: round(between(random, 24, 76)) };
  const from = { x: round(between(random, 20, 140)), y: random() < 0.5 ? -4 : CHART_HEIGHT + 4 };
  const track = `M${from.x} ${from.y}Q${round(between(random, 40, 120))} ${round(between(random, 20, 80))} ${ship.x} ${ship.y}`;
  return { land, graticule, track, ship };
}
