import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { DraftLine } from '../../../domain/preview.ts';
import { findingText } from '../../checks/checks.store.ts';
import type { LineEdit } from './line-cells.tsx';
import type { RxEditorStore } from '../rx-editor.store.ts';

interface LineNotesProps {
  readonly editor: RxEditorStore;
  readonly line: DraftLine;
  readonly duplicate: boolean;
  /** What is wrong with the line itself. */
  readonly complaint: string | undefined;
  readonly complaintId: string;
  readonly edit: LineEdit;
}

/** What is to be said about a line, below it in full width: limited use, complaints, and quietly what the checks found. */
export const LineNotes = observer(function LineNotes({ editor, line, duplicate, complaint, complaintId, edit }: LineNotesProps) {
  const { t } = usePlugin();
  const findings = editor.checks.marks.get(line.key) ?? [];
  // A line that cannot be counted says so already; a limited use stands there with its box.
  const told = findings.filter(({ code }) => !(code.startsWith('quantity-') && line.fault) && !(code === 'limit-use' && line.limitUseSign === 1));
  const repeated = duplicate && !findings.some(({ code }) => code === 'duplicate');
  if (line.limitUseSign !== 1 && !complaint && told.length === 0 && !repeated) return null;
  return (
    <tr className={complaint ? 'rx-notes rx-line-bad' : 'rx-notes'}>
      <td className="rx-col-mark" />
      <td colSpan={editor.editable ? 9 : 8}>
        {line.limitUseSign === 1 && <LimitedUse line={line} editable={editor.editable} edit={edit} />}
        {complaint && (
          <span id={complaintId} className="rx-complaint" role="alert">
            {complaint}
          </span>
        )}
        {repeated && <span className="rx-hint">{t('line.duplicate')}</span>}
        {told.map((finding) => (
          <span key={finding.key} className={`rx-hint rx-hint-${finding.override ? 'info' : finding.level}`}>
            {findingText(t, finding)}
          </span>
        ))}
      </td>
    </tr>
  );
});

interface LimitedUseProps {
  readonly line: DraftLine;
  readonly editable: boolean;
  readonly edit: LineEdit;
}

function LimitedUse({ line, editable, edit }: LimitedUseProps) {
  const { t } = usePlugin();
  const scope = t('line.limit', { scope: line.limitUseScope });
  return (
    <label className="rx-limit">
      <input
        type="checkbox"
        aria-label={`${t('line.approve')} ${scope}`}
        checked={line.approvalMark === 1}
        disabled={!editable}
        onChange={(event) => edit.now({ approvalMark: event.target.checked ? 1 : 0 })}
      />
      <span>{scope}</span>
      <b>{t(line.approvalMark === 1 ? 'line.approved' : 'line.approve')}</b>
    </label>
  );
}
