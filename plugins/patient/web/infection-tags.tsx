import { useText } from '@nephra/plugin-sdk/web';
import { StatusTag } from '@nephra/plugin-sdk/widgets';
import type { InfectionMark } from '../contract/index.ts';
import { markTable, marksText, UNTESTED } from './vocabulary.ts';
import './patient.css';

interface InfectionTagsProps {
  readonly marks: readonly InfectionMark[];
  readonly most?: number;
  /** Who dialyses and was never tested stands out. */
  readonly isDialysis: boolean;
}

/**
 * Infection marks of a patient, to be seen on every screen that shows him; "not tested" where there are none. Where there is room for `most`
 * only, the rest is counted and named in the tooltip.
 */
export function InfectionTags({ marks, most = marks.length, isDialysis }: InfectionTagsProps) {
  const t = useText();
  if (marks.length === 0) return <StatusTag value={UNTESTED} table={markTable(t, isDialysis)} />;
  const rest = marks.length - most;
  return (
    <span className="pt-tags" title={rest > 0 ? marksText(t, marks) : undefined}>
      {marks.slice(0, most).map((mark) => (
        <StatusTag key={mark} value={mark} table={markTable(t)} />
      ))}
      {rest > 0 && <strong>{`+${rest}`}</strong>}
    </span>
  );
}
