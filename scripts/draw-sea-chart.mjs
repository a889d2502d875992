/**
 * Draws the chart beside the sign-in form: `node scripts/draw-sea-chart.mjs > components/sign-in/sea-chart.svg`.
 * A made-up sea: islands and deeps are bells, depth lines are traced through their sum, soundings are read off it.
 */
const WIDTH = 1000;
const HEIGHT = 1200;
const CELL = 10;

/** Islands (positive) and deeps (negative): x, y, radius along and across, turn, height. */
const bells = [
  [215, 300, 150, 95, 0.5, 1.35],
  [330, 215, 90, 60, -0.4, 0.6],
  [805, 905, 190, 120, -0.55, 1.3],
  [690, 1035, 95, 80, 0.2, 0.55],
  [905, 700, 70, 95, 0.3, 0.45],
  [640, 520, 46, 34, 0.4, 0.75],
  [735, 470, 36, 52, 0.1, 0.5],
  [130, 860, 70, 110, 0.35, 0.52],
  [470, 820, 230, 180, 0.3, -0.75],
  [820, 210, 260, 170, -0.3, -0.7],
  [330, 560, 160, 120, 0, -0.25],
];

/** Height at a place: land above 0.5, the deepest water near -1. */
function height(x, y) {
  let sum = 0.06 * Math.sin(x / 61 + 1.7 * Math.sin(y / 97)) + 0.05 * Math.sin(y / 47 + x / 171);
  sum += 0.045 * Math.sin(x / 23 + 1.3 * Math.sin(y / 31)) * Math.sin(y / 19 + 1.1 * Math.sin(x / 37));
  for (const [centreX, centreY, along, across, turn, size] of bells) {
    const dx = x - centreX;
    const dy = y - centreY;
    const u = (dx * Math.cos(turn) + dy * Math.sin(turn)) / along;
    const v = (dy * Math.cos(turn) - dx * Math.sin(turn)) / across;
    sum += size * Math.exp(-(u * u + v * v));
  }
  return sum;
}

/** Where the level crosses the edges of one cell, as pairs of points (marching squares). */
function crossings(x, y, level) {
  const corners = [
    [x, y],
    [x + CELL, y],
    [x + CELL, y + CELL],
    [x, y + CELL],
  ].map(([cornerX, cornerY]) => ({ x: cornerX, y: cornerY, above: height(cornerX, cornerY) - level }));
  const points = [];
  for (let index = 0; index < 4; index += 1) {
    const from = corners[index];
    const to = corners[(index + 1) % 4];
    if (from.above > 0 === to.above > 0) continue;
    const share = from.above / (from.above - to.above);
    points.push({ key: [from.x + to.x, from.y + to.y].join(), x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
  }
  if (points.length === 4) return [points.slice(0, 2), points.slice(2)];
  return points.length === 2 ? [points] : [];
}

/** The pieces of a level, by the ends they share. */
function piecesByEnd(level) {
  const ends = new Map();
  for (let y = -40; y < HEIGHT + 40; y += CELL) {
    for (let x = -40; x < WIDTH + 40; x += CELL) {
      for (const piece of crossings(x, y, level)) {
        for (const point of piece) ends.set(point.key, [...(ends.get(point.key) ?? []), piece]);
      }
    }
  }
  return ends;
}

/** From a piece on, away from one of its ends, until nothing follows. */
function follow(ends, used, piece, point) {
  const line = [];
  let at = { piece, point };
  while (at) {
    used.add(at.piece);
    const next = at.piece.find((other) => other.key !== at.point.key);
    line.push(next);
    const following = ends.get(next.key).find((other) => !used.has(other));
    at = following && { piece: following, point: next };
  }
  return line;
}

/** Joins the pieces of a level end to end; what is too short to be an island is left out. */
function trace(level) {
  const ends = piecesByEnd(level);
  const used = new Set();
  const lines = [];
  for (const piece of [...ends.values()].flat()) {
    if (used.has(piece)) continue;
    const forward = follow(ends, used, piece, piece[0]);
    const before = ends.get(piece[0].key).find((other) => !used.has(other));
    const backward = before ? follow(ends, used, before, piece[0]) : [];
    lines.push([...backward.reverse(), piece[0], ...forward]);
  }
  return lines.filter((line) => line.length > 10);
}

const round = (value) => Math.round(value);

/** A smooth path through the middles of every second point's neighbours. */
function path(line) {
  const closed = line[0].key === line.at(-1).key;
  const points = line.filter((_, index) => index % 2 === 0 || index === line.length - 1);
  const middle = (a, b) => `${round((a.x + b.x) / 2)} ${round((a.y + b.y) / 2)}`;
  let drawn = `M${middle(points[0], points[1])}`;
  for (let index = 1; index < points.length - 1; index += 1) {
    drawn += `Q${round(points[index].x)} ${round(points[index].y)} ${middle(points[index], points[index + 1])}`;
  }
  if (!closed) return drawn;
  return `${drawn}Q${round(points[0].x)} ${round(points[0].y)} ${middle(points[0], points[1])}Z`;
}

const isobath = (level, attributes) => `<path d="${trace(level).map(path).join("")}" ${attributes}/>`;

/** A course laid between the islands: its turning points. */
const course = [
  [40, 1130],
  [300, 960],
  [480, 690],
  [545, 400],
  [640, 120],
];

function courseDistance({ x, y }) {
  const legs = course.slice(1).map(([toX, toY], index) => {
    const [fromX, fromY] = course[index];
    const share = ((x - fromX) * (toX - fromX) + (y - fromY) * (toY - fromY)) / ((toX - fromX) ** 2 + (toY - fromY) ** 2);
    const along = Math.min(1, Math.max(0, share));
    return Math.hypot(x - fromX - along * (toX - fromX), y - fromY - along * (toY - fromY));
  });
  return Math.min(...legs);
}

function drawCourse() {
  const marks = course
    .slice(1, -1)
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="9"/><circle cx="${x}" cy="${y}" r="2.5" fill="#34d3c0" stroke="none"/>`);
  const line = course.map((point) => point.join(" ")).join("L");
  return `<g stroke="#34d3c0" stroke-width="2" stroke-opacity=".85"><path d="M${line}" stroke-dasharray="2 9" stroke-linecap="round"/>${marks.join("")}</g>`;
}

/** Depths in metres, where there is water and nothing else is drawn. */
function soundings() {
  const texts = [];
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (let y = 60; y < HEIGHT - 30; y += 88) {
    for (let x = 50; x < WIDTH - 30; x += 96) {
      const place = { x: x + 52 * (random() - 0.5), y: y + 46 * (random() - 0.5) };
      const depth = round((0.42 - height(place.x, place.y)) * 64 + 3 * random());
      const nearRose = Math.hypot(place.x - 790, place.y - 235) < 165;
      const nearCourse = courseDistance(place) < 24;
      if (depth > 3 && !nearRose && !nearCourse) texts.push(`<text x="${round(place.x)}" y="${round(place.y)}">${depth}</text>`);
    }
  }
  return texts.join("");
}

function compassRose(x, y) {
  const ticks = Array.from({ length: 72 }, (_, index) => {
    const inner = index % 6 === 0 ? 99 : 107;
    return `<path d="M0-${inner}V-112" transform="rotate(${index * 5})"/>`;
  }).join("");
  const points = Array.from({ length: 8 }, (_, index) => {
    const reach = index % 2 === 0 ? 86 : 52;
    return `<g transform="rotate(${index * 45})"><path d="M0-${reach}L9-11L0 0Z" fill="#7fb2cf" fill-opacity=".34"/><path d="M0-${reach}L-9-11L0 0Z"/></g>`;
  }).join("");
  return `<g transform="translate(${x} ${y}) rotate(-7)" stroke="#7fb2cf" stroke-opacity=".5"><circle r="112"/><circle r="92" stroke-opacity=".25"/>${ticks}${points}<path d="M0-134l6 12h-12Z" fill="#7fb2cf" fill-opacity=".6" stroke="none"/></g>`;
}

function graticule() {
  const lines = [];
  for (let x = 100; x < WIDTH; x += 200) lines.push(`M${x} 0V${HEIGHT}`);
  for (let y = 100; y < HEIGHT; y += 200) lines.push(`M0 ${y}H${WIDTH}`);
  return `<path d="${lines.join("")}" stroke="#8fb8d6" stroke-opacity=".1"/>`;
}

const depths = [0.3, 0.15, 0, -0.15, -0.3, -0.45, -0.6];
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice" fill="none">
<title>A made-up sea chart</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#0a2138"/>
${isobath(-0.3, 'fill="#061a2e" fill-opacity=".55"')}
${isobath(0.3, 'fill="#123a58" fill-opacity=".55"')}
${isobath(0.5, 'fill="#1d4a63" stroke="#8ed0d8" stroke-opacity=".75" stroke-width="1.5"')}
${isobath(0.75, 'fill="#24566d" stroke="#8ed0d8" stroke-opacity=".25"')}
${isobath(1, 'fill="#2c6277" stroke="#8ed0d8" stroke-opacity=".25"')}
${depths.map((level, index) => isobath(level, `stroke="#6fa9cc" stroke-opacity="${(0.5 - index * 0.05).toFixed(2)}"`)).join("\n")}
${graticule()}
${compassRose(790, 235)}
${drawCourse()}
<g fill="#8fb8d6" fill-opacity=".5" font-family="Inter, system-ui, sans-serif" font-size="13" font-style="italic" text-anchor="middle">${soundings()}</g>
</svg>`;
process.stdout.write(`${svg}\n`);
