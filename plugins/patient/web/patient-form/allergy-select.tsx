import { Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { COMMON_ALLERGENS } from '../../contract/index.ts';
import { fieldLabel } from '../field-text.ts';

interface AllergySelectProps {
  readonly id: string;
  readonly value: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (value: readonly string[]) => void;
}

/** Ingredients a patient must not get: the common ones offered, any other typed freely and taken with Enter. */
export function AllergySelect({ id, value, disabled, onChange }: AllergySelectProps) {
  const words = usePlugin();
  const { t } = words;
  const names = [...COMMON_ALLERGENS, ...value.filter((name) => !(COMMON_ALLERGENS as readonly string[]).includes(name))];
  return (
    <Select
      id={id}
      multiple
      filter
      allowCreate
      defaultActiveFirstOption
      disabled={disabled}
      value={[...value]}
      optionList={names.map((name) => ({ value: name, label: name }))}
      placeholder={t('form.allergyHint')}
      aria-label={fieldLabel(words, 'allergies')}
      style={{ width: '100%' }}
      onChange={(next) => onChange(Array.isArray(next) ? next.map(String) : [])}
    />
  );
}
