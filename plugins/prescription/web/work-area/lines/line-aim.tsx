import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { DraftLine } from '../../../domain/preview.ts';
import { dpTypeOptions, dpTypeText } from '../../vocabulary.ts';
import type { LineEdit } from './line-cells.tsx';
import type { RxEditorStore } from '../rx-editor.store.ts';

/** True when the line is for another disease, or of another category, than the prescription as a whole. */
export const hasOwnAim = ({ diseCodg, medType }: Pick<DraftLine, 'diseCodg' | 'medType'>): boolean => diseCodg !== '' || medType !== 0;

interface LineAimProps {
  readonly editor: RxEditorStore;
  readonly line: DraftLine;
  readonly edit: LineEdit;
}

/**
 * What a line is for, where it differs from the head: its disease among the diagnoses, and its medical category. Lines of another disease or
 * category go on a sheet of their own when the prescription is split.
 */
export const LineAim = observer(function LineAim({ editor, line, edit }: LineAimProps) {
  const { t } = usePlugin();
  const { diagnosis, dpType } = editor.content.fields;
  const main = diagnosis[0]?.name ?? '';
  // Cells are narrow: what is chosen stands in full in the tooltip.
  const disease = line.diseCodg === '' ? main : (diagnosis.find(({ code }) => code === line.diseCodg)?.name ?? line.diseCodg);
  const category = dpTypeText(t, line.medType === 0 ? dpType : line.medType);
  return (
    <span className="rx-aim">
      <select
        className="rx-cell"
        data-cell="disease"
        aria-label={t('line.disease')}
        title={`${t('line.disease')}: ${disease}`}
        value={line.diseCodg}
        disabled={!editor.editable}
        onChange={(event) => edit.now({ diseCodg: event.target.value })}
      >
        <option value="">{t('line.sameDisease', { name: main })}</option>
        {diagnosis.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
        {line.diseCodg !== '' && !diagnosis.some(({ code }) => code === line.diseCodg) && <option value={line.diseCodg}>{line.diseCodg}</option>}
      </select>
      <select
        className="rx-cell"
        data-cell="category"
        aria-label={t('line.category')}
        title={`${t('line.category')}: ${category}`}
        value={line.medType}
        disabled={!editor.editable}
        onChange={(event) => edit.now({ medType: Number(event.target.value) })}
      >
        <option value={0}>{t('line.sameCategory', { name: dpTypeText(t, dpType) })}</option>
        {dpTypeOptions(t).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
});
