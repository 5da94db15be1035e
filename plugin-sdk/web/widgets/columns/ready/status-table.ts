import type { Choice } from '../column.ts';
import type { Tone } from '../../facts/status-tag.tsx';

/** A state that is a word on the wire; it can be searched by as it is. */
export interface WordStatus<Value extends string> extends Choice<Value> {
  readonly tone: Tone;
}

/**
 * The table of a state that is a word on the wire: for `StatusTag`, `statusColumn`, `FilterChips` and fields of a search.
 * @param tones every state in the order in which people choose among them
 * @param say what a state is called
 */
export const statusTable = <Value extends string>(tones: Readonly<Record<Value, Tone>>, say: (value: Value) => string): readonly WordStatus<Value>[] =>
  (Object.keys(tones) as Value[]).map((value) => ({ value, text: say(value), tone: tones[value] }));
