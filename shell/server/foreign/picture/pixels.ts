/** A decoded picture: four bytes a pixel (red, green, blue, opacity), row after row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * Smaller by the mean of all pixels that fall together, on white where it is transparent; never larger.
 * @param side longest side of the result, pixels
 */
export function scaledDown({ width, height, data }: Pixels, side: number): Pixels {
  const scale = Math.min(1, side / Math.max(width, height));
  const [toWidth, toHeight] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const result = new Uint8Array(toWidth * toHeight * 4);
  for (let y = 0; y < toHeight; y += 1) {
    const [top, bottom] = spanOf(y, toHeight, height);
    for (let x = 0; x < toWidth; x += 1) {
      const [left, right] = spanOf(x, toWidth, width);
      let [red, green, blue] = [0, 0, 0];
      for (let row = top; row < bottom; row += 1) {
        for (let at = (row * width + left) * 4, end = (row * width + right) * 4; at < end; at += 4) {
          const opacity = data[at + 3] ?? 255;
          const white = 255 * (255 - opacity);
          red += (data[at] ?? 0) * opacity + white;
          green += (data[at + 1] ?? 0) * opacity + white;
          blue += (data[at + 2] ?? 0) * opacity + white;
        }
      }
      const weight = (bottom - top) * (right - left) * 255;
      const to = (y * toWidth + x) * 4;
      result[to] = Math.round(red / weight);
      result[to + 1] = Math.round(green / weight);
      result[to + 2] = Math.round(blue / weight);
      result[to + 3] = 255;
    }
  }
  return { width: toWidth, height: toHeight, data: result };
}

/** Which of `of` pixels fall onto one of `total`: one at least. */
function spanOf(at: number, total: number, of: number): readonly [from: number, to: number] {
  const from = Math.floor((at * of) / total);
  return [from, Math.max(from + 1, Math.floor(((at + 1) * of) / total))];
}

/** Where a pixel of the upright picture comes from, by orientation. `w` and `h` are of the picture as it is stored. */
const SOURCES: Readonly<Record<number, (x: number, y: number, w: number, h: number) => readonly [x: number, y: number]>> = {
  2: (x, y, w) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, _w, h) => [x, h - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _w, h) => [y, h - 1 - x],
  7: (x, y, w, h) => [w - 1 - y, h - 1 - x],
  8: (x, y, w) => [w - 1 - y, x],
};

/** Turned and mirrored as EXIF says. @param orientation 1 to 8 */
export function upright(pixels: Pixels, orientation: number): Pixels {
  const source = SOURCES[orientation];
  if (!source) return pixels;
  const { width, height, data } = pixels;
  const [toWidth, toHeight] = orientation >= 5 ? [height, width] : [width, height];
  const result = new Uint8Array(data.length);
  for (let y = 0; y < toHeight; y += 1)
    for (let x = 0; x < toWidth; x += 1) {
      const [fromX, fromY] = source(x, y, width, height);
      const from = (fromY * width + fromX) * 4;
      result.set(data.subarray(from, from + 4), (y * toWidth + x) * 4);
    }
  return { width: toWidth, height: toHeight, data: result };
}
