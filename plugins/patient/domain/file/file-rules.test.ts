import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allergyKnowledge, type InfectionMark } from '../../contract/index.ts';
import { bedsOf, isBed } from '../beds.ts';
import { cardNumber, fileContent } from './file.fixture.ts';
import { checkContent, tidyContent } from './file-check.ts';
import { changesBetween, type FileContent, fieldsOf, firstChanges } from './file-content.ts';
import { shownValue } from './masked-change.ts';
import { mergedContent, mergeFields, mergeObstacle } from './merge-files.ts';

const TODAY = '2026-03-02';
const complaints = (over: Partial<FileContent>) => checkContent(fileContent(over), TODAY).map(({ field, key }) => `${field}: ${key}`);
const plan = (over: Partial<NonNullable<FileContent['dialysis']>>) => ({
  dialysis: { ...fileContent().dialysis, ...over } as NonNullable<FileContent['dialysis']>,
});

describe('what a patient file may say', () => {
  it('a file in order has no complaint', () => expect(complaints({})).toEqual([]));

  it.each<[string, Partial<FileContent>]>([
    ['patientName: name-missing', { patientName: '' }],
    ['patientIdcard: idcard-digit', { patientIdcard: '990101196003030020' }],
    ['patientIdcard: idcard-length', { patientIdcard: '123' }],
    ['patientIdcard: idcard-date', { patientIdcard: cardNumber('1960-02-30', '002') }],
    ['birthday: idcard-birthday', { birthday: '1960-03-04' }],
    ['patientSex: idcard-female', { patientSex: 1 }],
    ['patientSex: idcard-male', { patientIdcard: cardNumber('1960-03-03', '001') }],
    ['patientIdcard: document-format', { psn_cert_type: '08', patientIdcard: 'E 12' }],
    ['birthday: bad-day', { patientIdcard: '', birthday: '1960-02-31' }],
    ['birthday: future-day', { patientIdcard: '', birthday: '2026-03-03', patientType: 'non-dialysis', dialysis: null }],
    ['phone: phone', { phone: '12800000001' }],
    ['contactPhone: phone', { contactPhone: '138' }],
    ['outpatientCode: outpatient-format', { outpatientCode: 'MZ 1' }],
    ['medInsMark: insurance-mark', { medInsMark: '0' }],
    ['infectedHistory: infection-mixed', { infectedHistory: ['NEG', 'HBV'] }],
    ['infectionCheckedOn: future-day', { infectionCheckedOn: '2027-01-01' }],
    ['dialysis.mode: plan-missing', { dialysis: null }],
    ['dialysis.mode: plan-missing', plan({ mode: ' ' })],
    ['dialysis.classId: bed-without-shift', plan({ classId: '' })],
    ['dialysis.firstDate: before-birth', plan({ firstDate: '1959-01-01' })],
    ['dialysis.dryWeight: dry-weight', plan({ dryWeight: 400 })],
  ])('%s', (complaint, over) => expect(complaints(over)).toEqual([complaint]));

  it('a passport is enough; a person without any document too; "confidential" contradicts nothing', () => {
    expect(complaints({ psn_cert_type: '08', patientIdcard: 'E12345678', birthday: '1980-01-01', patientSex: 1 })).toEqual([]);
    expect(complaints({ patientIdcard: '', birthday: null, patientSex: 0 })).toEqual([]);
    expect(complaints({ patientSex: 9 })).toEqual([]);
  });

  it('an ID card fills in what was left open, and nothing else', () => {
    const tidy = tidyContent(
      fileContent({ patientName: ' 赵  一 ', birthday: null, patientSex: 0, patientIdcard: cardNumber('1960-03-03', '002').toLowerCase() }),
      TODAY,
    );
    expect(tidy).toMatchObject({ patientName: '赵 一', birthday: '1960-03-03', patientSex: 2, patientIdcard: cardNumber('1960-03-03', '002') });
    expect(tidyContent(fileContent({ birthday: '1961-01-01' }), TODAY).birthday).toBe('1961-01-01');
    expect(tidyContent(fileContent({ patientType: 'non-dialysis' }), TODAY).dialysis).toBeNull();
    expect(tidyContent(fileContent({ allergies: ['青霉素 ', '', '青霉素'] }), TODAY).allergies).toEqual(['青霉素']);
  });
});

const marks = fc.uniqueArray(fc.constantFrom<InfectionMark>('HBV', 'HCV', 'HIV', 'TP', 'NEG', 'PEND'), { maxLength: 3 });
const words = fc.uniqueArray(fc.constantFrom('青霉素', '碘造影剂', '肝素', '酒精'), { maxLength: 3 });
const contents: fc.Arbitrary<FileContent> = fc
  .record({
    patientName: fc.constantFrom('赵一', '钱二'),
    phone: fc.constantFrom('', '13800000001', '13900000002'),
    patientIdcard: fc.constantFrom('', cardNumber('1960-03-03', '002')),
    birthday: fc.constantFrom(null, '1960-03-03'),
    psn_no: fc.constantFrom('', 'PSN-1', 'PSN-2'),
    note: fc.constantFrom('', 'a', 'b'),
    allergies: words,
    allergyState: fc.constantFrom<FileContent['allergyState']>('', 'none'),
    infectedHistory: marks,
    patientType: fc.constantFrom<FileContent['patientType']>('dialysis', 'non-dialysis'),
    diagnosis: fc.uniqueArray(fc.constantFrom('N18', 'I10', 'E11'), { maxLength: 3 }).map((codes) => codes.map((code) => ({ code, name: code }))),
  })
  .map((over) => fileContent({ ...over, ...(over.patientType === 'dialysis' ? {} : { dialysis: null }) }));

describe('the history of a file', () => {
  it('before plus changes is after, and nothing is told that did not change', () => {
    fc.assert(
      fc.property(contents, contents, (before, after) => {
        const fields = new Map<string, unknown>(fieldsOf(before));
        for (const change of changesBetween(before, after)) {
          expect(JSON.stringify(change.before)).not.toBe(JSON.stringify(change.after));
          fields.set(change.field, change.after);
        }
        for (const [field, value] of fieldsOf(after)) {
          const got = fields.get(field);
          if (got !== value)
            expect([got ?? '', value ?? ''].map((one) => (Array.isArray(one) && one.length === 0 ? '' : JSON.stringify(one)))).toSatisfy(
              ([one, other]: string[]) => one === other,
            );
        }
      }),
    );
    expect(changesBetween(fileContent(), fileContent())).toEqual([]);
  });

  it('starts with all that is known', () => {
    expect(firstChanges(fileContent({ phone: '' })).map(({ field }) => field)).not.toContain('phone');
    expect(firstChanges(fileContent())).toContainEqual({ field: 'dialysis.mode', before: null, after: 'HD' });
  });

  it('shows numbers of identity masked', () => {
    expect(shownValue('phone', '13800000001')).toBe('138****0001');
    expect(shownValue('patientName', '赵一')).toBe('赵一');
    expect(shownValue('phone', null)).toBeNull();
  });
});

describe('[B17] never asked is not none', () => {
  it('a list says what it says; "there are none" stands beside an empty one only', () => {
    const said = (over: Partial<FileContent>) => {
      const { allergies, allergyState } = tidyContent(fileContent(over), '2026-03-02');
      return [allergyKnowledge({ allergies, allergyState }), allergyState];
    };
    expect(said({ allergies: [], allergyState: '' })).toEqual(['unasked', '']);
    expect(said({ allergies: [], allergyState: 'none' })).toEqual(['none', 'none']);
    expect(said({ allergies: ['青霉素'], allergyState: 'none' })).toEqual(['listed', '']);
    expect(said({ allergies: [' '], allergyState: 'none' })).toEqual(['none', 'none']);
  });

  it('of two files nothing that one of them knows is lost, and none is never made of not asked', () => {
    fc.assert(
      fc.property(contents, contents, (one, other) => {
        const [left, going] = [tidyContent(one, '2026-03-02'), tidyContent(other, '2026-03-02')];
        const known = [left, going].map(allergyKnowledge);
        const merged = allergyKnowledge(mergedContent(left, going));
        expect(merged).toBe(known.includes('listed') ? 'listed' : known.includes('none') ? 'none' : 'unasked');
      }),
    );
  });

  it('being asked is a change of its own', () => {
    const before = fileContent({ allergies: [] });
    expect(changesBetween(before, { ...before, allergyState: 'none' })).toEqual([{ field: 'allergyState', before: '', after: 'none' }]);
  });

  it('a bed is one of the list; without a list every bed is taken', () => {
    const settings = { beds: { 'org-gz': ' A01,A02\n', 'org-empty': ' ' } };
    expect([bedsOf(settings, 'org-gz'), bedsOf(settings, 'org-empty'), bedsOf(settings, 'toString'), bedsOf({}, 'org-gz')]).toEqual([
      ['A01', 'A02'],
      undefined,
      undefined,
      undefined,
    ]);
    expect([isBed(['A01'], 'A01'), isBed(['A01'], 'Z99'), isBed(['A01'], ''), isBed(undefined, 'Z99')]).toEqual([true, false, true, true]);
  });
});

describe('two files of one person', () => {
  it('what the file that is left says stays; allergies and infections of both stand in it', () => {
    fc.assert(
      fc.property(contents, contents, (left, going) => {
        const merged = mergedContent(left, going);
        for (const field of ['patientName', 'phone', 'birthday', 'outpatientCode'] as const) expect(merged[field]).toBe(left[field] || going[field]);
        expect(new Set(merged.allergies)).toEqual(new Set([...left.allergies, ...going.allergies]));
        for (const mark of [...left.infectedHistory, ...going.infectedHistory]) {
          if (mark !== 'NEG' && mark !== 'PEND') expect(merged.infectedHistory).toContain(mark);
        }
        expect(merged.diagnosis.map(({ code }) => code).sort()).toEqual([...new Set([...left.diagnosis, ...going.diagnosis].map(({ code }) => code))].sort());
        expect(merged.patientType === 'dialysis').toBe(left.dialysis !== null || going.dialysis !== null);
        expect(merged.dialysis !== null).toBe(merged.patientType === 'dialysis');
        expect(mergedContent(merged, going).allergies).toEqual(merged.allergies);
      }),
    );
  });

  it('insurance is taken as a whole', () => {
    const selfPay = fileContent({ reimWay: '0', medInsMark: '0', psn_no: '', insuplc_admdvs: '' });
    expect(mergedContent(selfPay, fileContent())).toMatchObject({ reimWay: '310', medInsMark: '1', psn_no: 'PSN-1' });
    expect(mergedContent(fileContent({ psn_no: 'PSN-9' }), fileContent())).toMatchObject({ psn_no: 'PSN-9' });
  });

  it('an address is taken as a whole: no street of one file stands in the district of the other', () => {
    const [text, chosen] = [fileContent({ address: '荔湾路1号' }), fileContent({ addressArea: '440104', address: '北京路2号' })];
    expect(mergedContent(text, chosen)).toMatchObject({ addressArea: '', address: '荔湾路1号' });
    expect(mergedContent(fileContent(), chosen)).toMatchObject({ addressArea: '440104', address: '北京路2号' });
    expect(mergedContent(fileContent({ addressArea: '440103' }), chosen)).toMatchObject({ addressArea: '440103', address: '' });
  });

  it('the preview names the fields that differ', () => {
    expect(mergeFields(fileContent(), fileContent())).toEqual([]);
    expect(mergeFields(fileContent({ phone: '' }), fileContent())).toEqual([{ field: 'phone', left: '', going: '13800000001', result: '13800000001' }]);
  });

  const party = (id: string, over: Partial<FileContent> = {}, rest: object = {}) => ({
    id,
    orgId: 'o',
    enabled: true,
    mergedInto: null,
    content: fileContent(over),
    ...rest,
  });
  it.each([
    [undefined, party('b')],
    [undefined, party('b', { patientIdcard: '' })],
    ['patient.merge-itself', party('a')],
    ['patient.merge-facility', party('b', {}, { orgId: 'x' })],
    ['patient.merge-merged', party('b', {}, { mergedInto: 'c' })],
    ['patient.merge-cards', party('b', { patientIdcard: cardNumber('1960-03-03', '004') })],
  ])('obstacle %s', (obstacle, going) => expect(mergeObstacle(party('a'), going)).toBe(obstacle));

  it('a disabled file cannot be the one that is left', () => {
    expect(mergeObstacle(party('a', {}, { enabled: false }), party('b'))).toBe('patient.merge-disabled');
  });
});
