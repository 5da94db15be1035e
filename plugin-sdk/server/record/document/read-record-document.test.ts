import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../contract/index.ts';
import { defineRecord, field, STANDARD_FIELDS } from '../../../contract/record/index.ts';
import { readRecordDocument } from './read-record-document.ts';

const { document } = defineRecord('beds.ward', {
  title: ['病区', '病區', 'Ward'],
  wire: { at: '/api/beds/Ward' },
  fields: { fullName: field.text(20).required().label('名称', '名稱', 'Name'), ...STANDARD_FIELDS },
  list: { columns: ['fullName', '-sortCode'] },
  acts: { create: {}, state: { audit: 'security' } },
});
const json = () => JSON.parse(JSON.stringify(document)) as Record<string, unknown>;

describe('a document from outside', () => {
  it('is read as it was written', () => {
    expect(canonicalJson(readRecordDocument(json()).document)).toBe(canonicalJson(document));
  });

  it.each<[string, string, unknown]>([
    ['REC-000 beds.ward format: ', 'format', 2],
    ['REC-000 beds.ward wire.at: ', 'wire', { at: 'api/../x' }],
    ['REC-000 beds.ward acts', 'acts', { explode: {} }],
    ['REC-000 beds.ward acts.create.need: ', 'acts', { create: { need: 'anybody' } }],
    ['REC-000 beds.ward title', 'title', { zh: '病区', zhtw: '病區' }],
    ['REC-014 beds.ward list.columns[0] "fulName": ', 'list', { columns: ['fulName'] }],
  ])('with a fault is refused with the place: %s', (sentence, member, value) => {
    expect(() => readRecordDocument({ ...json(), [member]: value })).toThrow(sentence);
  });

  it('whatever it is, is read or refused with a sentence', () => {
    const broken = fc.oneof(
      fc.jsonValue(),
      fc.tuple(fc.constantFrom(...Object.keys(document)), fc.jsonValue()).map(([member, value]) => ({ ...json(), [member]: value })),
    );
    fc.assert(
      fc.property(broken, (given) => {
        try {
          readRecordDocument(given);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
          expect((error as TypeError).message).toMatch(/^REC-\d{3} /);
        }
      }),
    );
  });
});
