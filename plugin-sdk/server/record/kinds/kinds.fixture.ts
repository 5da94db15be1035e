import { Type } from 'typebox';
import { defineFieldKind } from '../../../contract/record/index.ts';

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

const POINT = /^(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)$/;
function pointOf(text: string): Point | undefined {
  const [, lat, lng] = POINT.exec(text.normalize('NFKC').replace(/\s/g, '')) ?? [];
  return lat === undefined ? undefined : { lat: Number(lat), lng: Number(lng) };
}
const textOf = ({ lat, lng }: Point): string => `${lat},${lng}`;
const BEYOND = { zh: '纬度须在 -90 到 90 之间', zhtw: '緯度須在 -90 到 90 之間', en: 'the latitude is from -90 to 90' };

/** A place on the earth: an object on the wire, a text in the table. */
export const point = defineFieldKind<Point | null, string | null>('geo.point', {
  column: { kind: 'text', length: 30 },
  schema: () => Type.Union([Type.Object({ lat: Type.Number(), lng: Type.Number() }, { additionalProperties: false }), Type.Null()]),
  empty: null,
  emptyIsNull: true,
  complaint: (value) => (value !== null && Math.abs((value as Point).lat) > 90 ? { said: BEYOND } : undefined),
  toColumn: (value) => value && textOf(value),
  fromColumn: (stored) => (stored === null ? null : (pointOf(stored) ?? null)),
  toText: (value) => (value ? textOf(value) : ''),
  fromText: pointOf,
  meaning: { zh: '纬度,经度，例如 23.1,113.3', zhtw: '緯度,經度，例如 23.1,113.3', en: 'latitude,longitude, such as 23.1,113.3' },
  source: { name: 'point', from: './kinds.fixture.ts' },
});

/** A colour: lists are sorted and narrowed by it. */
export const shade = defineFieldKind<string>('geo.shade', {
  options: ['max'],
  needs: ['max'],
  column: { kind: 'text', length: 20 },
  schema: ({ max }) => Type.String({ maxLength: max }),
  empty: '',
  toText: (value) => value,
  fromText: (text) => (/^[a-z]*$/.test(text) ? text : undefined),
  sorted: true,
  filtered: true,
  meaning: { zh: '小写英文颜色名', zhtw: '小寫英文顏色名', en: 'name of a colour in small letters' },
  source: { name: 'shade', from: './kinds.fixture.ts' },
});
