import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineRecord, field, STANDARD_FIELDS } from '../../../contract/record/index.ts';
import { readRecordOverlay } from './read-record-overlay.ts';
import { recordHash } from './record-hash.ts';

const ward = defineRecord('beds.ward', {
  title: ['病区', '病區', 'Ward'],
  wire: { at: '/api/beds/Ward' },
  fields: { fullName: field.text(20).required().label('名称', '名稱', 'Name'), ...STANDARD_FIELDS },
  list: { columns: ['fullName', '-sortCode'] },
  acts: { create: {}, state: { audit: 'security' } },
});
/** As a site wrote it for the first form of overlays: it must be read by every later version. */
const FIRST = JSON.parse(
  '{"format":1,"fields":{"fullName":{"label":{"zh":"病房"},"help":{"zh":"写全","zhtw":"寫全","en":"In full"},"max":10},"description":{"required":true,"initial":"–"},"sortCode":{"hidden":true}},"list":{"columns":["description","fullName"],"order":"-creatorTime"},"form":{"fields":["description"]}}',
) as unknown;

describe('an overlay from outside', () => {
  it('of the first form is read, whatever forms there are', () => {
    const record = readRecordOverlay(ward, FIRST);
    expect(record.fields[0]).toMatchObject({ max: 10, label: { zh: '病房', zhtw: '名稱', en: 'Name' }, help: { en: 'In full' } });
    expect(record.columns).toEqual([
      { name: 'description', hidden: false },
      { name: 'fullName', hidden: false },
    ]);
    expect(record.form).toEqual(['description', 'fullName', 'enabledMark']);
    expect(recordHash(record)).not.toBe(recordHash(ward));
  });

  it.each<[string, unknown]>([
    ['REC-110 beds.ward format: ', { format: 2 }],
    ['REC-110 beds.ward fields.fullName', { format: 1, fields: { fullName: { requird: true } } }],
    ['REC-110 beds.ward fields.fullName.required', { format: 1, fields: { fullName: { required: false } } }],
    ['REC-110 beds.ward fields.fullName.label', { format: 1, fields: { fullName: { label: {} } } }],
    ['REC-110 beds.ward overlay', null],
    ['REC-110 beds.ward overlay', 'x'],
  ])('with a fault is refused with the place: %s', (sentence, given) => {
    expect(() => readRecordOverlay(ward, given)).toThrow(sentence);
  });

  it('whatever it is, is read or refused with a sentence', () => {
    const broken = fc.oneof(
      fc.jsonValue(),
      fc.tuple(fc.constantFrom('fields', 'list', 'form', 'shown'), fc.jsonValue()).map(([member, value]) => ({ format: 1, [member]: value })),
      fc
        .tuple(
          fc.constantFrom('fullName', 'sortCode', 'nothing', 'constructor'),
          fc.constantFrom('max', 'min', 'initial', 'hidden', 'required', 'label'),
          fc.jsonValue(),
        )
        .map(([name, member, value]) => ({ format: 1, fields: { [name]: { [member]: value } } })),
    );
    fc.assert(
      fc.property(broken, (given) => {
        try {
          readRecordOverlay(ward, given);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
          expect((error as TypeError).message).toMatch(/^REC-\d{3} /);
        }
      }),
    );
  });
});
