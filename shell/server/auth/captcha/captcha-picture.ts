import { randomBytes, randomInt } from 'node:crypto';
import { ALPHABET, type Point, strokesOf } from './captcha-glyphs.ts';
import { png } from './png.ts';

/** Numbers from 0 to below 1. */
export type Chance = () => number;

type Colour = readonly [red: number, green: number, blue: number];

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly rgb: Float32Array;
}

/** As the platform's clients show it (wire facts 2). */
export const PICTURE_SIZE = { width: 120, height: 40 } as const;

/** Numbers that nobody can foresee, fetched by the thousand: a picture takes many. */
function secretChance(): Chance {
  let store: Buffer = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at >= store.length) [store, at] = [randomBytes(4096), 0];
    at += 4;
    return store.readUInt32LE(at - 4) / 2 ** 32;
  };
}

/** Long strokes are bent between their ends, too. */
const BEND_EVERY = 1.5;

export const randomAnswer = (length: number): string => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

const between = (chance: Chance, low: number, high: number): number => low + chance() * (high - low);

const colour = (chance: Chance, low: number, high: number): Colour => [between(chance, low, high), between(chance, low, high), between(chance, low, high)];

/** Light paper with soft spots, so that no single brightness separates ink from it. */
function paper(width: number, height: number, chance: Chance): Canvas {
  const rgb = new Float32Array(width * height * 3);
  const waves = Array.from({ length: 9 }, () => [between(chance, 0.04, 0.25), between(chance, -0.25, 0.25), chance() * 6.3] as const);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        let spots = 0;
        for (let wave = channel * 3; wave < channel * 3 + 3; wave += 1) {
          const [a, b, c] = waves[wave] as (typeof waves)[number];
          spots += Math.sin((a * x * 120) / width + (b * y * 40) / height + c);
        }
        rgb[(y * width + x) * 3 + channel] = 218 + 8 * spots;
      }
    }
  }
  return { width, height, rgb };
}

/** One straight piece with round ends. */
function draw({ width, height, rgb }: Canvas, [ax, ay]: Point, [bx, by]: Point, thickness: number, ink: Colour): void {
  const reach = thickness / 2 + 1;
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  for (let y = Math.max(0, Math.floor(Math.min(ay, by) - reach)); y <= Math.min(height - 1, Math.max(ay, by) + reach); y += 1) {
    for (let x = Math.max(0, Math.floor(Math.min(ax, bx) - reach)); x <= Math.min(width - 1, Math.max(ax, bx) + reach); x += 1) {
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
      const distance = Math.hypot(x - ax - along * dx, y - ay - along * dy);
      const cover = Math.min(1, Math.max(0, thickness / 2 + 0.5 - distance));
      if (cover === 0) continue;
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) rgb[at + channel] = (rgb[at + channel] ?? 0) * (1 - cover) + (ink[channel] ?? 0) * cover;
    }
  }
}

function drawLine(canvas: Canvas, points: readonly Point[], thickness: number, ink: Colour): void {
  for (let index = 1; index < points.length; index += 1) draw(canvas, points[index - 1] as Point, points[index] as Point, thickness, ink);
}

/** Points between the corners, so that a bend of the whole sheet bends straight strokes as well. */
function divided(stroke: readonly Point[]): Point[] {
  const [first] = stroke;
  if (!first) return [];
  const points: Point[] = [first];
  for (let index = 1; index < stroke.length; index += 1) {
    const [[ax, ay], [bx, by]] = [stroke[index - 1] as Point, stroke[index] as Point];
    const pieces = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / BEND_EVERY));
    for (let piece = 1; piece <= pieces; piece += 1) points.push([ax + ((bx - ax) * piece) / pieces, ay + ((by - ay) * piece) / pieces]);
  }
  return points;
}

interface Room {
  readonly left: number;
  readonly width: number;
}

/** Where the characters stand: narrow and wide ones by chance, close to each other and apart, so that none is where it is looked for. */
function rooms(count: number, chance: Chance): Room[] {
  const widths = Array.from({ length: count }, () => between(chance, 0.7, 1.2));
  const gaps = Array.from({ length: count + 1 }, () => between(chance, 0.22, 0.62));
  const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
  const unit = (PICTURE_SIZE.width - 4) / (sum(widths) + sum(gaps));
  return widths.map((width, index) => ({ left: 2 + unit * (sum(widths.slice(0, index)) + sum(gaps.slice(0, index + 1))), width: unit * width }));
}

/** A character in its place: leaning, turned, stretched, its corners moved. Units of a picture of 120 × 40. */
function glyph(character: string, { left, width }: Room, chance: Chance): Point[][] {
  const [wide, high] = [width, between(chance, 22, 28)];
  const [turn, lean] = [between(chance, -0.34, 0.34), between(chance, -0.26, 0.26)];
  const [cx, cy] = [left + width / 2, 20 + between(chance, -2.5, 2.5)];
  const shaken = strokesOf(character).map((stroke) => stroke.map(([x, y]): Point => [x + between(chance, -0.4, 0.4), y + between(chance, -0.5, 0.5)]));
  return shaken.map((stroke) =>
    divided(stroke).map(([x, y]): Point => {
      const v = (y / 10 - 0.5) * high;
      const u = (x / 6 - 0.5) * wide - lean * v;
      return [cx + u * Math.cos(turn) - v * Math.sin(turn), cy + u * Math.sin(turn) + v * Math.cos(turn)];
    }),
  );
}

/** A line from edge to edge, through the middle of the text. */
function crossing(chance: Chance): Point[] {
  const [from, to, belly, phase, waves] = [between(chance, 6, 34), between(chance, 6, 34), between(chance, 3, 9), chance() * 6.3, between(chance, 1, 2.4)];
  return Array.from({ length: 41 }, (_, step): Point => {
    const part = step / 40;
    return [part * 124 - 2, from + (to - from) * part + belly * Math.sin(part * 6.3 * waves + phase)];
  });
}

/** Bends the whole sheet. */
function bender(chance: Chance): (point: Point) => Point {
  const [ax, ay, px, py] = [between(chance, 1, 2.2), between(chance, 1, 2.2), chance() * 6.3, chance() * 6.3];
  const [lx, ly] = [between(chance, 14, 24), between(chance, 26, 44)];
  return ([x, y]) => [x + ax * Math.sin((6.3 * y) / lx + px), y + ay * Math.sin((6.3 * x) / ly + py)];
}

/**
 * Picture of a text made of the characters above, as PNG. Characters touch, lean and bend, lines as thick and as dark as their strokes
 * cross them, and lines of paper cut them: what people read over, and what a comparison with the strokes fails on.
 * @param scale pixels per unit of 120 × 40
 */
export function captchaPicture(answer: string, scale: 1 | 2 = 1, chance: Chance = secretChance()): Buffer {
  const [width, height] = [PICTURE_SIZE.width * scale, PICTURE_SIZE.height * scale];
  const canvas = paper(width, height, chance);
  const bend = bender(chance);
  const placed = (points: readonly Point[]): Point[] => points.map((point) => bend(point).map((value) => value * scale) as unknown as Point);
  const thick = (): number => between(chance, 2.5, 3.2) * scale;
  const ink = colour(chance, 30, 110);
  const near = (): Colour => ink.map((value) => value + between(chance, -15, 20)) as unknown as Colour;
  const places = rooms(answer.length, chance);
  const lines: { points: Point[]; thickness: number; ink: Colour }[] = [...answer].flatMap((character, index) => {
    const [thickness, tone] = [thick(), near()];
    return glyph(character, places[index] as Room, chance).map((stroke) => ({ points: placed(stroke), thickness, ink: tone }));
  });
  for (let line = 0; line < 2; line += 1) lines.push({ points: placed(crossing(chance)), thickness: between(chance, 0.9, 1.3) * scale, ink: near() });
  for (const line of lines) drawLine(canvas, line.points, line.thickness, line.ink);
  drawLine(canvas, placed(crossing(chance)), between(chance, 0.9, 1.2) * scale, colour(chance, 200, 225));
  for (let spot = 0; spot < 16; spot += 1) {
    const at: Point = [chance() * width, chance() * height];
    draw(
      canvas,
      at,
      [at[0] + between(chance, -3, 3) * scale, at[1] + between(chance, -3, 3) * scale],
      between(chance, 0.8, 1.6) * scale,
      colour(chance, 60, 190),
    );
  }
  const grain = Float32Array.from({ length: width * height }, () => between(chance, -12, 12));
  return png(
    width,
    height,
    Uint8ClampedArray.from(canvas.rgb, (value, index) => value + (grain[Math.floor(index / 3)] ?? 0)),
  );
}
