import { describe, expect, it } from 'vitest';
import { fileContent } from '../../domain/file/file.fixture.ts';
import { EMPTY_CONTENT, type FileContent, withLeftOut } from '../../domain/file/file-content.ts';
import { columnsOf, contentOf } from './file-content.ts';
import type { PatientStored } from './patient.table.ts';

const stored = (content: FileContent): PatientStored => {
  const at = new Date('2026-03-02T02:00:00Z');
  return { id: 'a', orgId: 'org-gz', creatorId: '', enabled: true, mergedInto: null, version: 1, createdAt: at, updatedAt: at, ...columnsOf(content) };
};

describe('a file in its columns', () => {
  it.each([
    ['on dialysis', {}],
    ['with lists', { diagnosis: [{ code: 'N18', name: '肾病' }], infectedHistory: ['HBV', 'TP'] }],
    ['of whom nothing is known', { ...EMPTY_CONTENT }],
  ] as readonly (readonly [string, Partial<FileContent>])[])('%s comes back as it was', (_what, over) => {
    const content = fileContent(over);
    expect(contentOf(stored(content))).toEqual(content);
  });

  it('is called in the database by the words of the glossary', () => {
    expect(columnsOf(fileContent({ psn_no: 'PSN-7' }))).toMatchObject({
      psnNo: 'PSN-7',
      certType: '01',
      infected: ['HBV'],
      dialysisMode: 'HD',
      shiftId: 'morning',
    });
  });

  it('keeps one decimal of the dry weight', () => {
    const { dialysis } = fileContent();
    expect(columnsOf(fileContent({ dialysis: dialysis && { ...dialysis, dryWeight: 62.46 } })).dryWeight).toBe('62.5');
  });

  it('of an earlier version has nothing where that version had no field', () => {
    const { allergyState: _, ...earlier } = fileContent();
    expect(columnsOf(earlier as FileContent).allergyState).toBe('');
  });
});

describe('fields that were left out', () => {
  it('are as they were; what must be sent is as it was sent', () => {
    const before = fileContent({ phone: '13800000009', pregnancyOn: '2026-01-01', note: 'a' });
    const { phone: _phone, pregnancyOn: _on, ...sent } = fileContent({ note: '' });
    expect(withLeftOut(sent, before)).toMatchObject({ phone: '13800000009', pregnancyOn: '2026-01-01', note: '' });
    expect(withLeftOut({ ...sent, pregnancyOn: null }, before)).toMatchObject({ phone: '13800000009', pregnancyOn: null });
  });
});
