import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { field } from '../field.ts';
import { defineRecord } from '../define-record.ts';
import { type FieldDocument, type RecordDocument, recordDocument } from '../record-document.ts';
import { checkRecord } from './check-record.ts';

const label = ['甲', '甲', 'A'] as const;
const bed = defineRecord('beds.bed', {
  title: ['床', '床', 'Bed'],
  wire: { at: '/api/beds/Bed' },
  fields: {
    fullName: field
      .text(20)
      .required()
      .label(...label),
    wardId: field.relation('beds.ward').label(...label),
    wardPhone: field.related('wardId', 'phone').label(...label),
    count: field.int(0, 9).label(...label),
  },
  list: { columns: ['fullName', 'wardPhone'] },
  acts: { create: {}, edit: {} },
});
const findings = (changes: Readonly<Record<string, Partial<FieldDocument>>>, list: Partial<RecordDocument['list']> = {}): readonly string[] => {
  const fields = Object.entries(bed.document.fields).map(([name, each]) => [name, { ...each, ...changes[name] }] as const);
  const document = { ...bed.document, fields: Object.fromEntries(fields), list: { ...bed.document.list, ...list } };
  return checkRecord(document).map(({ number, where }) => `${number} ${where}`);
};

describe('[2.6-15] a field that is read from another record', () => {
  it('follows a relation of its own record', () => {
    expect(findings({})).toEqual([]);
    expect(findings({ wardPhone: { from: 'fullName' } })).toEqual(['REC-119 fields.wardPhone.from']);
    expect(findings({ wardPhone: { when: { show: "fullName = '甲'" } } })).toEqual([]);
  });

  it.each([
    ['phone', true],
    ['buildingId.address', true],
    ['buildingId.ownerId.phone', false],
    ['buildingId.', false],
    ['.phone', false],
  ])('goes one step further at most: %s', (shows, fits) => {
    const fields = { ...bed.document.fields, wardPhone: { ...bed.document.fields.wardPhone, shows } };
    expect(Value.Check(recordDocument, { ...bed.document, fields })).toBe(fits);
  });

  it('is withheld where its relation is', () => {
    expect(findings({ wardId: { withheld: true } })).toEqual(['REC-120 fields.wardPhone.from']);
    expect(findings({ wardId: { withheld: true }, wardPhone: { withheld: true } })).toEqual([]);
  });

  it.each<Partial<FieldDocument>>([{ required: true }, { fixed: true }, { initial: 'a' }, { column: 'phone' }])(
    'has no value that anybody gives: %j',
    (change) => {
      expect(findings({ wardPhone: change })).toEqual([`REC-121 fields.wardPhone.${Object.keys(change)[0]}`]);
    },
  );

  it.each(['require', 'edit'] as const)('nobody is asked for it: %s', (member) => {
    expect(findings({ wardPhone: { when: { [member]: 'count > 1' } } })).toEqual([`REC-121 fields.wardPhone.when.${member}`]);
  });

  it('decides nothing, and no list is sorted or narrowed by it', () => {
    expect(findings({ count: { when: { show: 'wardPhone is empty' } } })).toEqual(['REC-122 fields.count.when.show']);
    expect(findings({}, { sort: ['wardPhone'], filter: ['wardPhone'], keyword: ['wardPhone'] })).toEqual([
      'REC-014 list.sort[0] "wardPhone"',
      'REC-014 list.filter[0] "wardPhone"',
      'REC-014 list.keyword[0] "wardPhone"',
    ]);
  });
});
