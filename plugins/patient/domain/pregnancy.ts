import { asksPregnancy } from '../contract/index.ts';
import { ageOn } from './age.ts';
import type { FileContent } from './file/file-content.ts';

type Said = Pick<FileContent, 'pregnancyState' | 'pregnancyOn'>;

const NOTHING: Said = { pregnancyState: '', pregnancyOn: null };

/** What a file says of pregnancy, nothing where the question makes no sense. A day without a state says nothing. */
export function tidyPregnancy({ patientSex, birthday, pregnancyState, pregnancyOn }: FileContent, today: string): Said {
  const age = birthday === null ? null : ageOn(today, birthday);
  return pregnancyState !== '' && asksPregnancy(patientSex, age) ? { pregnancyState, pregnancyOn } : NOTHING;
}

/** Of two files about one woman the later word counts. */
export function mergedPregnancy(left: FileContent, going: FileContent): Said {
  const later = left.pregnancyState === '' || (going.pregnancyState !== '' && (going.pregnancyOn ?? '') > (left.pregnancyOn ?? '')) ? going : left;
  return { pregnancyState: later.pregnancyState, pregnancyOn: later.pregnancyOn };
}
