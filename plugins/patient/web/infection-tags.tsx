import { useText } from '@nephra/plugin-sdk/web';
import { StatusTag } from '@nephra/plugin-sdk/widgets';
import type { InfectionMark } from '../contract/index.ts';
import { markTable } from './vocabulary.ts';
import './patient.css';

/** Infection marks of a patient, to be seen on every screen that shows him. Where there is room for `most` only, the rest is counted and named in the tooltip. */
export function InfectionTags({ marks, most = marks.length }: { readonly marks: readonly InfectionMark[]; readonly most?: number }) {
  const t = useText();
  if (marks.length === 0) return <span>–</span>;
  const rest = marks.length - most;
  return (
    <span className="pt-tags" title={rest > 0 ? marks.map((mark) => t(`infection.${mark}`)).join(t('listMark')) : undefined}>
      {marks.slice(0, most).map((mark) => (
        <StatusTag key={mark} value={mark} table={markTable(t)} />
      ))}
      {rest > 0 && <strong>{`+${rest}`}</strong>}
    </span>
  );
}
