import { THEME_CLASSES, type ThemeClass } from '../session/settings.store.ts';
import { contrast, darkenUntil, parseHex, type Rgb, shade, tint, toChannels } from './colour.ts';

/** Theme colours of spec 2.4 and 9. */
export const THEME_COLOURS: Readonly<Record<ThemeClass, string>> = {
  blue: '#1890ff',
  purple: '#722ed1',
  azure: '#211bce',
  ocean: '#13c2c2',
  green: '#3eac12',
  yellow: '#f8bc18',
  orange: '#f5811c',
  red: '#f5222d',
};

/** Before anybody chose a colour. */
export const DEFAULT_THEME = '#409eff';
/** When the stored value names no colour. */
export const FALLBACK_THEME = '#1890ff';

export const isThemeClass = (value: string): value is ThemeClass => (THEME_CLASSES as readonly string[]).includes(value);

/** The colour of a stored theme class or `#rrggbb`; an unknown value gives the fallback, an empty one the default. */
export function themeColour(value: string): string {
  if (isThemeClass(value)) return THEME_COLOURS[value];
  if (value === '') return DEFAULT_THEME;
  return parseHex(value) ? value.toLowerCase() : FALLBACK_THEME;
}

/** WCAG AA for text of normal size. */
const READABLE = 4.5;
const WHITE: Rgb = [255, 255, 255];
const INK: Rgb = [28, 31, 35];
/** Above this contrast with ink and below readable with white by far, a colour is bright: it keeps its hue and carries dark text. */
const BRIGHT = 9;

/** The darkest ground that links and light buttons stand on: the grey of a light button under the mouse, on the grey of the page. */
const DARKEST_GROUND: Rgb = [225, 227, 231];

const FALLBACK_RGB: Rgb = [24, 144, 255];

/**
 * CSS variables of one theme colour. Semi paints everything from its ten-step blue palette, so the palette is replaced as a whole and
 * keeps its meaning: 0-2 light grounds, 5 text and lines, 6 hover, 7 pressed. Step 5 is darkened until white on it, and it on its own
 * light ground and on every grey of the frame, are readable: a cashier must be able to read a yellow system as well as a blue one. The untouched colour stays
 * available as `--nephra-accent` for decoration, and fills buttons where dark text on it is readable.
 */
export function themeVariables(value: string): Record<string, string> {
  const accent = parseHex(themeColour(value)) ?? FALLBACK_RGB;
  const ground = tint(accent, 0.92);
  const text = darkenUntil(darkenUntil(accent, ground, READABLE), DARKEST_GROUND, READABLE);
  const bright = contrast(accent, INK) >= BRIGHT;
  const solid = bright ? accent : text;
  const palette: readonly Rgb[] = [
    ground,
    tint(accent, 0.82),
    tint(accent, 0.62),
    tint(accent, 0.42),
    tint(accent, 0.2),
    text,
    shade(text, 0.14),
    shade(text, 0.28),
    shade(text, 0.42),
    shade(text, 0.58),
  ];
  const variables: Record<string, string> = {
    '--nephra-accent': `rgb(${toChannels(accent)})`,
    '--nephra-accent-channels': toChannels(accent),
    '--nephra-solid': `rgb(${toChannels(solid)})`,
    '--nephra-solid-hover': `rgb(${toChannels(shade(solid, 0.1))})`,
    '--nephra-solid-active': `rgb(${toChannels(shade(solid, 0.2))})`,
    '--nephra-on-solid': `rgb(${toChannels(bright ? INK : WHITE)})`,
  };
  palette.forEach((colour, step) => {
    variables[`--semi-blue-${step}`] = toChannels(colour);
  });
  return variables;
}
