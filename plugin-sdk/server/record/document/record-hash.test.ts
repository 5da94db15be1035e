import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';
import { recordDocuments } from '../../../../tests/support/records/record-arbitrary.ts';
import { compileRecord, type RecordDocument } from '../../../contract/record/index.ts';
import { recordHash } from './record-hash.ts';

/** The same value with the members of every object in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, part]) => [name, turned(part)]),
  );
}
const hashOf = (document: unknown): string => recordHash(compileRecord(document as RecordDocument));

describe('the hash of a record', () => {
  it('does not depend on the order of members or on the keys of order, and counts what stands before what', () => {
    fc.assert(
      fc.property(recordDocuments(), (document) => {
        const hash = hashOf(document);
        expect(hash).toMatch(/^[0-9a-f]{64}$/);
        expect(hashOf(turned(document))).toBe(hash);
        const renumber = (at: (index: number) => string) =>
          Object.fromEntries(
            Object.entries(document.fields)
              .sort(([, a], [, b]) => (a.at < b.at ? -1 : 1))
              .map(([name, field], index) => [name, { ...field, at: at(index) }]),
          );
        expect(hashOf({ ...document, fields: renumber((index) => `z${2000 + index}`) })).toBe(hash);
        if (Object.keys(document.fields).length > 1) expect(hashOf({ ...document, fields: renumber((index) => `z${2000 - index}`) })).not.toBe(hash);
      }),
      { numRuns: propertyCases(40) },
    );
  });

  it('differs where anything else does', () => {
    fc.assert(
      fc.property(recordDocuments(), fc.constantFrom('zh', 'zhtw', 'en'), (document, language) => {
        expect(hashOf({ ...document, title: { ...document.title, [language]: `${document.title[language as 'zh']}!` } })).not.toBe(hashOf(document));
        expect(hashOf({ ...document, subject: `${document.subject ?? ''}!` })).not.toBe(hashOf(document));
        expect(hashOf({ ...document, buttons: { ...document.buttons, btn_another: document.title } })).not.toBe(hashOf(document));
      }),
      { numRuns: propertyCases(40) },
    );
  });
});
