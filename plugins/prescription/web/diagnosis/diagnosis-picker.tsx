import { useClient, usePlugin } from '@nephra/plugin-sdk/web';
import { PickerPopover } from '@nephra/plugin-sdk/widgets';
import { type CSSProperties, useState } from 'react';
import { prescriptionContract } from '../../contract/index.ts';
import './diagnosis.css';

export interface DiagnosisPickerFieldProps {
  readonly id?: string;
  /** What one does with it: add to a prescription, find for a file. */
  readonly label: string;
  readonly disabled?: boolean;
  /** Codes that are there already. */
  readonly taken: readonly string[];
  readonly style?: CSSProperties;
  readonly onPick: (entry: { readonly code: string; readonly name: string }) => void;
}

const SHOWN = 20;

/** Finds a diagnosis of the list by code, name or initials. A list that nobody has filled yet says so, and where that is done. */
export function DiagnosisPicker({ id, label, disabled, taken, style, onPick }: DiagnosisPickerFieldProps) {
  const { t } = usePlugin();
  const client = useClient(prescriptionContract);
  const [empty, setEmpty] = useState(false);
  const isTaken = ({ code }: { readonly code: string }) => taken.includes(code);
  return (
    <div className="rx-diagnosis-picker" style={style}>
      <PickerPopover
        id={id}
        label={label}
        placeholder={label}
        disabled={disabled}
        width={460}
        rowKey="code"
        load={async (keyword, signal) => {
          // More than are shown, so that what is taken leaves no gap.
          const { list } = (await client.diagnosis({ query: { keyword, pageSize: SHOWN + taken.length } }, { signal, quiet: true })).data;
          if (keyword === '') setEmpty(list.length === 0);
          return list.filter((row) => !isTaken(row)).slice(0, SHOWN);
        }}
        isDisabled={isTaken}
        columns={[
          { prop: 'name', label: t('diagnosis.found') },
          { prop: 'code', label: 'ICD-10', width: 150 },
        ]}
        onPick={({ code, name }) => onPick({ code, name })}
      />
      {empty && (
        <p className="rx-diagnosis-none" role="note">
          {t('diagnosis.listEmpty')}
        </p>
      )}
    </div>
  );
}
