/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** Reads `#rrggbb`; anything else is undefined, because the value may come from an old browser store. */
export function parseHex(text: string): Rgb | undefined {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim());
  if (!match) return undefined;
  const [, red = '', green = '', blue = ''] = match;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** `share` 0 gives `from`, 1 gives `to`. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [channel(0), channel(1), channel(2)];
}

export const tint = (colour: Rgb, share: number): Rgb => mix(colour, WHITE, share);
export const shade = (colour: Rgb, share: number): Rgb => mix(colour, BLACK, share);

/** Relative luminance of WCAG 2, 0 to 1. */
export function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of WCAG 2, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The colour itself, or the nearest darker one that reaches `ratio` on `ground`. */
export function darkenUntil(colour: Rgb, ground: Rgb, ratio: number): Rgb {
  for (let step = 0; step < 100; step += 1) {
    const candidate = shade(colour, step / 100);
    if (contrast(candidate, ground) >= ratio) return candidate;
  }
  return BLACK;
}

/** Channels as Semi's palette variables want them: `24,144,255`. */
export const toChannels = (colour: Rgb): string => colour.join(',');
