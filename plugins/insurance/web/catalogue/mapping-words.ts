import { wordOf } from '@nephra/plugin-sdk/web';
import type { Status, Tone } from '@nephra/plugin-sdk/widgets';
import { MAPPING_PROBLEMS, type MappingProblem } from '../../contract/index.ts';
import type { Text } from '../parts/words.ts';

const TONES: Readonly<Record<MappingProblem, Tone>> = {
  unmapped: 'danger',
  vanished: 'danger',
  expired: 'danger',
  refused: 'danger',
  'over-cap': 'warning',
  grade: 'warning',
  'not-reported': 'info',
  fine: 'success',
};
export const problemTable = (t: Text): Status[] => MAPPING_PROBLEMS.map((value) => ({ value, text: t(`mapping.problem.${value}`), tone: TONES[value] }));

export const gradeText = (t: Text, grade: string): string => wordOf(t, `chargeLevel.${grade}`, '–');

/** Yuan without needless zeros; caps may have six decimals. */
export const priceText = (price: number): string => `¥${price.toFixed(6).replace(/0{1,4}$/, '')}`;
