import { describe, expect, it } from 'vitest';
import { asksPregnancy } from '../contract/index.ts';
import { checkContent, tidyContent } from './file/file-check.ts';
import { fileContent } from './file/file.fixture.ts';
import { mergedContent } from './file/merge-files.ts';

const TODAY = '2026-03-02';
/** A woman of 30 whose document says nothing about her. */
const woman = (over: Parameters<typeof fileContent>[0] = {}) => fileContent({ birthday: '1996-01-01', psn_cert_type: '99', patientIdcard: '', ...over });
const kept = (over: Parameters<typeof fileContent>[0]) => {
  const { pregnancyState, pregnancyOn } = tidyContent(woman(over), TODAY);
  return [pregnancyState, pregnancyOn];
};

describe('pregnancy in a patient file', () => {
  it('is asked of women of 10 to 60 years, and of those whose age is unknown', () => {
    expect([9, 10, 60, 61, null].map((age) => asksPregnancy(2, age))).toEqual([false, true, true, false, true]);
    expect([0, 1, 9].map((sex) => asksPregnancy(sex, 30))).toEqual([false, false, false]);
  });

  it('is kept where it is asked, and nowhere else', () => {
    const said = { pregnancyState: 'pregnant', pregnancyOn: '2026-02-20' } as const;
    expect(kept(said)).toEqual(['pregnant', '2026-02-20']);
    expect(kept({ ...said, birthday: null })).toEqual(['pregnant', '2026-02-20']);
    expect(kept({ ...said, patientSex: 1 })).toEqual(['', null]);
    expect(kept({ ...said, birthday: '1960-03-03' })).toEqual(['', null]);
    expect(kept({ pregnancyState: '', pregnancyOn: '2026-02-20' })).toEqual(['', null]);
  });

  it('needs a day that has come', () => {
    const complaints = (over: Parameters<typeof fileContent>[0]) =>
      checkContent(tidyContent(woman(over), TODAY), TODAY)
        .filter(({ field }) => field === 'pregnancyOn')
        .map(({ key }) => key);
    expect(complaints({ pregnancyState: 'pregnant', pregnancyOn: null })).toEqual(['pregnancy-day']);
    expect(complaints({ pregnancyState: 'lactating', pregnancyOn: '2026-03-03' })).toEqual(['future-day']);
    expect(complaints({ pregnancyState: 'pregnant', pregnancyOn: '2026-02-30' })).toEqual(['bad-day']);
    expect(complaints({ pregnancyState: 'none', pregnancyOn: null })).toEqual([]);
    expect(complaints({ pregnancyState: 'lactating', pregnancyOn: TODAY })).toEqual([]);
  });

  it('of two files the later word counts', () => {
    const of = (left: Parameters<typeof fileContent>[0], going: Parameters<typeof fileContent>[0]) => {
      const { pregnancyState, pregnancyOn } = mergedContent(woman(left), woman(going));
      return [pregnancyState, pregnancyOn];
    };
    const old = { pregnancyState: 'pregnant', pregnancyOn: '2025-05-01' } as const;
    const young = { pregnancyState: 'lactating', pregnancyOn: '2026-02-01' } as const;
    expect(of(old, young)).toEqual(['lactating', '2026-02-01']);
    expect(of(young, old)).toEqual(['lactating', '2026-02-01']);
    expect(of({}, old)).toEqual(['pregnant', '2025-05-01']);
    expect(of(old, {})).toEqual(['pregnant', '2025-05-01']);
  });
});
