import { useText } from '@nephra/plugin-sdk/web';
import { StatusTag } from '@nephra/plugin-sdk/widgets';
import type { InfectionMark } from '../contract/index.ts';
import { markTable } from './vocabulary.ts';
import './patient.css';

/** Infection marks of a patient, to be seen on every screen that shows him. */
export function InfectionTags({ marks }: { readonly marks: readonly InfectionMark[] }) {
  const t = useText();
  if (marks.length === 0) return <span>–</span>;
  return (
    <span className="pt-tags">
      {marks.map((mark) => (
        <StatusTag key={mark} value={mark} table={markTable(t)} />
      ))}
    </span>
  );
}
