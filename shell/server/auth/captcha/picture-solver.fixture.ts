import { inflateSync } from 'node:zlib';
import { ALPHABET, strokesOf } from './captcha-glyphs.ts';

/** What a program sees of a picture: where ink is, and how far from ink every pixel lies. */
interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly ink: Uint8Array;
  readonly away: Float32Array;
}

const FAR = 4;

/** Pixels of one of our PNG files: 8 bits, RGB, no filter. */
function pixelsOf(file: Buffer): { width: number; height: number; rgb: Buffer } {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const rows = inflateSync(Buffer.concat(data));
  return { width, height, rgb: Buffer.concat(Array.from({ length: height }, (_, y) => rows.subarray(y * (width * 3 + 1) + 1, (y + 1) * (width * 3 + 1)))) };
}

/** Distance of every pixel to the next one that is set, up to FAR. */
function distances(set: Uint8Array, width: number, height: number): Float32Array {
  const away = Float32Array.from(set, (one) => (one ? 0 : FAR));
  const reach = FAR - 1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!set[y * width + x]) continue;
      for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v += 1) {
        for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u += 1) {
          away[v * width + u] = Math.min(away[v * width + u] ?? FAR, Math.hypot(u - x, v - y));
        }
      }
    }
  }
  return away;
}

/** Ink is what is clearly darker than the paper; grain and small spots are taken away first. */
function sheetOf(file: Buffer): Sheet {
  const { width, height, rgb } = pixelsOf(file);
  const grey = Float32Array.from({ length: width * height }, (_, at) => ((rgb[at * 3] ?? 0) + (rgb[at * 3 + 1] ?? 0) + (rgb[at * 3 + 2] ?? 0)) / 3);
  const dark = Uint8Array.from(grey, (value) => (value < 160 ? 1 : 0));
  return { width, height, ink: dark, away: distances(withoutSpots(dark, width), width, height) };
}

function withoutSpots(dark: Uint8Array, width: number): Uint8Array {
  const kept = Uint8Array.from(dark);
  const seen = new Uint8Array(dark.length);
  for (let start = 0; start < dark.length; start += 1) {
    if (!dark[start] || seen[start]) continue;
    const part = [start];
    seen[start] = 1;
    for (let next = 0; next < part.length; next += 1) {
      for (const step of [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1]) {
        const at = (part[next] ?? 0) + step;
        if (!dark[at] || seen[at]) continue;
        seen[at] = 1;
        part.push(at);
      }
    }
    if (part.length < 12) for (const at of part) kept[at] = 0;
  }
  dark.set(kept);
  return kept;
}

interface Template {
  readonly character: string;
  readonly points: readonly (readonly [number, number])[];
  readonly away: Float32Array;
}

const BOX = 48;

/** Every character in the sizes and turns that the pictures use, about the middle of a box. */
function templates(room: number): Template[] {
  const all: Template[] = [];
  for (const character of ALPHABET) {
    for (const turn of [-0.22, 0, 0.22]) {
      for (const lean of [-0.15, 0.15]) {
        const [wide, high] = [room * 0.72, 23.5];
        const points = strokesOf(character).flatMap((stroke) =>
          stroke.slice(1).flatMap(([bx, by], index) => {
            const [ax, ay] = stroke[index] ?? [bx, by];
            return Array.from({ length: 8 }, (_, part): readonly [number, number] => {
              const v = ((ay + ((by - ay) * part) / 7) / 10 - 0.5) * high;
              const u = ((ax + ((bx - ax) * part) / 7) / 6 - 0.5) * wide - lean * v;
              return [u * Math.cos(turn) - v * Math.sin(turn), u * Math.sin(turn) + v * Math.cos(turn)];
            });
          }),
        );
        const set = new Uint8Array(BOX * BOX);
        for (const [x, y] of points) set[Math.round(y + BOX / 2) * BOX + Math.round(x + BOX / 2)] = 1;
        all.push({ character, points, away: distances(set, BOX, BOX) });
      }
    }
  }
  return all;
}

/** How badly a character fits at a place: its strokes without ink, and the ink there that it leaves unexplained. */
function misfit({ points, away }: Template, sheet: Sheet, middle: number, [x, y]: readonly [number, number], room: number, worst: number): number {
  let bare = 0;
  for (const [px, py] of points) {
    const [u, v] = [Math.round(px + x), Math.round(py + y)];
    bare += u < 0 || v < 0 || u >= sheet.width || v >= sheet.height ? FAR : (sheet.away[v * sheet.width + u] ?? FAR);
  }
  if (bare / points.length >= worst) return worst;
  let [left, inked] = [0, 0];
  for (let v = 4; v < sheet.height - 4; v += 1) {
    for (let u = Math.max(0, Math.round(middle - room / 2)); u < Math.min(sheet.width, middle + room / 2); u += 1) {
      if (!sheet.ink[v * sheet.width + u]) continue;
      const [bx, by] = [Math.round(u - x + BOX / 2), Math.round(v - y + BOX / 2)];
      inked += 1;
      left += bx < 0 || by < 0 || bx >= BOX || by >= BOX ? FAR : (away[by * BOX + bx] ?? FAR);
    }
  }
  return bare / points.length + left / Math.max(1, inked);
}

/** Reads pictures as a program of an evening's work would: compares every place with every character. It knows the strokes and where they stand. */
export function pictureSolver(length: number): (file: Buffer) => string {
  const room = 116 / length;
  const known = templates(room);
  return (file) => {
    const sheet = sheetOf(file);
    return Array.from({ length }, (_, place) => {
      const middle = 2 + (place + 0.5) * room;
      let best = { character: '', score: Number.POSITIVE_INFINITY };
      for (const template of known) {
        for (const dx of [-8, -6, -4, -2, 0, 2, 4, 6, 8]) {
          for (const dy of [-2, 0, 2]) {
            const score = misfit(template, sheet, middle, [middle + dx, 20 + dy], room, best.score);
            if (score < best.score) best = { character: template.character, score };
          }
        }
      }
      return best.character;
    }).join('');
  };
}
