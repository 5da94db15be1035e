import { Type } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import { type LengthSchema, type LengthTable, longestText, tooLongFields } from './body-lengths.ts';

const schemaOf = (schema: unknown) => schema as LengthSchema;

it.each([
  ['a length', Type.String({ maxLength: 20 }), 20],
  ['any length', Type.String(), Number.POSITIVE_INFINITY],
  ['or null', Type.Union([Type.String({ maxLength: 7 }), Type.Null()]), 7],
  ['codes', Type.Enum(['a', 'long']), 4],
  ['codes one by one', Type.Union([Type.Literal('a'), Type.Literal('abc')]), 3],
  ['the narrower of two', Type.Intersect([Type.String({ maxLength: 9 }), Type.String({ maxLength: 5 })]), 5],
  ['a day', Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), 0],
  ['a pattern without an end', Type.String({ pattern: '^\\d+$' }), Number.POSITIVE_INFINITY],
  ['a pattern of so many at least', Type.String({ pattern: '^[a-z]{2,}$' }), Number.POSITIVE_INFINITY],
  ['texts of a list', Type.Array(Type.String({ maxLength: 3 })), 3],
  ['a number', Type.Integer(), 0],
])('how long a text may be: %s', (_what, schema, longest) => {
  expect(longestText(schemaOf(schema))).toBe(longest);
});

describe('what is longer than its column', () => {
  const bed: LengthTable = { name: 'beds.bed', owner: 'beds', lengths: { id: undefined, code: 10, name: 20, note: 200 } };
  const ward: LengthTable = { name: 'beds.ward', owner: 'beds', lengths: { id: undefined, name: 50, floor: 5 } };
  const found = (body: unknown, owner = 'beds') => tooLongFields([{ route: 'bed.add', owner, body: schemaOf(body) }], [bed, ward]);
  const text = (maxLength: number) => Type.String({ maxLength });

  it('is told with the call, the path and the column of the table that the body is like', () => {
    expect(found(Type.Object({ code: text(10), name: text(21), note: text(200) }))).toEqual(['bed.add body.name: 21, beds.bed.name holds 20']);
    expect(found(Type.Object({ code: text(10), name: text(20), note: Type.String() }))).toEqual(['bed.add body.note: any length, beds.bed.note holds 200']);
    expect(found(Type.Object({ list: Type.Array(Type.Object({ code: text(11), name: text(20), note: text(1) })) }))).toEqual([
      'bed.add body.list[].code: 11, beds.bed.code holds 10',
    ]);
  });

  it('of a body that is like no table is longer than every column of its name', () => {
    expect(found(Type.Object({ name: text(50) }))).toEqual([]);
    expect(found(Type.Object({ name: text(51) }))).toEqual(['bed.add body.name: 51, beds.ward.name holds 50']);
    expect(found(Type.Object({ reason: Type.String() }))).toEqual([]);
  });

  it('is no business of another plugin', () => {
    expect(found(Type.Object({ name: text(51) }), 'wards')).toEqual([]);
  });

  it('is looked for in every choice', () => {
    expect(found(Type.Union([Type.Object({ floor: text(5) }), Type.Object({ floor: text(6) })]))).toEqual(['bed.add body.floor: 6, beds.ward.floor holds 5']);
  });
});
