import { Button, IconDelete, IconPlus, Input } from '@nephra/plugin-sdk/ui';
import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import type { DiagnosisEntry } from '../../contract/index.ts';
import { MAX_DIAGNOSES, MAX_DIAGNOSIS_CODE, MAX_DIAGNOSIS_NAME } from '../../contract/limits.ts';
import '../../contract/slots.ts';

interface DiagnosisRowsProps {
  readonly id: string;
  readonly value: readonly DiagnosisEntry[];
  readonly disabled: boolean;
  readonly onChange: (value: readonly DiagnosisEntry[]) => void;
}

const isBlank = ({ code, name }: DiagnosisEntry): boolean => code.trim() === '' && name.trim() === '';

/** Diagnoses by code and name, searched where a plugin has a list of them, or typed; the first is the main one. New prescriptions begin with them. */
export function DiagnosisRows({ id, value, disabled, onChange }: DiagnosisRowsProps) {
  const { t } = usePlugin();
  const put = (at: number, entry: Partial<DiagnosisEntry>) => onChange(value.map((one, place) => (place === at ? { ...one, ...entry } : one)));
  return (
    <div className="pt-diagnosis-rows">
      <div className="pt-diagnosis-search">
        <SlotOutlet
          point="patient/diagnosis-picker@1"
          props={{
            id: `${id}-search`,
            disabled: disabled || value.length >= MAX_DIAGNOSES,
            taken: value.map(({ code }) => code),
            onPick: (entry) => onChange([...value.filter((one) => !isBlank(one)), entry]),
          }}
        />
      </div>
      {value.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own while their code is being typed
        <div key={at} className="pt-diagnosis-row">
          {at === 0 ? (
            <span className="pt-diagnosis-main" title={t('form.diagnosisMainHelp')}>
              {t('form.diagnosisMain')}
            </span>
          ) : (
            <Button
              theme="borderless"
              type="tertiary"
              size="small"
              disabled={disabled || isBlank(entry)}
              title={t('form.diagnosisMainHelp')}
              aria-label={t('form.diagnosisMakeMain', { name: entry.name || entry.code })}
              onClick={() => onChange([entry, ...value.filter((_, place) => place !== at)])}
            >
              ↑
            </Button>
          )}
          <Input
            value={entry.code}
            maxLength={MAX_DIAGNOSIS_CODE}
            disabled={disabled}
            placeholder={t('form.diagnosisCode')}
            aria-label={t('form.diagnosisCode')}
            onChange={(code) => put(at, { code })}
          />
          <Input
            value={entry.name}
            maxLength={MAX_DIAGNOSIS_NAME}
            disabled={disabled}
            placeholder={t('form.diagnosisName')}
            aria-label={t('form.diagnosisName')}
            onChange={(name) => put(at, { name })}
          />
          <Button
            theme="borderless"
            type="tertiary"
            icon={<IconDelete />}
            disabled={disabled}
            aria-label={t('form.diagnosisRemove', { name: entry.name || entry.code })}
            onClick={() => onChange(value.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      <Button
        id={id}
        theme="borderless"
        type="primary"
        size="small"
        icon={<IconPlus />}
        disabled={disabled || value.length >= MAX_DIAGNOSES}
        // The label of the whole field would else be its name.
        aria-label={t('form.diagnosisAdd')}
        onClick={() => onChange([...value, { code: '', name: '' }])}
      >
        {t('form.diagnosisAdd')}
      </Button>
    </div>
  );
}
