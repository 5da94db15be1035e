import { Modal, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { FieldRule, FieldValues, Section } from '../../../contract/fields.ts';
import type { SessionEntry } from '../../../contract/session.schema.ts';
import { fieldLabel } from '../../fields/field-text.ts';
import { FieldsForm } from '../../fields/fields-form.tsx';
import { FormDraft } from '../../fields/form-draft.ts';
import type { BedsideStore } from '../bedside.store.ts';
import { ReasonField } from '../reason-field.tsx';

interface CorrectDialogProps {
  readonly store: BedsideStore;
  readonly rules: Readonly<Record<string, FieldRule>>;
  /** A reading, complication or change … */
  readonly entry?: SessionEntry;
  /** … or a section. */
  readonly section?: Section;
  readonly onClose: () => void;
}

/** Corrects one field with a reason; what stood there is kept. */
export const CorrectDialog = observer(function CorrectDialog({ store, rules, entry, section, onClose }: CorrectDialogProps) {
  const { t } = usePlugin();
  const names = Object.keys(rules);
  const [field, setField] = useState(names[0] ?? '');
  const stored = entry ? ((entry.content.fields ?? {}) as FieldValues) : ((section && store.whole?.sections[section]?.fields) ?? {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: one form for the dialog
  const draft = useMemo(() => new FormDraft(rules, stored), []);
  const send = async (reason: string): Promise<void> => {
    draft.press();
    if (!store.whole || draft.flaws.length > 0) return;
    const body = { section: section ?? '', entryId: entry?.id ?? '', field, value: draft.value(field), reason };
    if (await store.now('correct', { id: store.whole.id }, body)) onClose();
  };
  return (
    <Modal visible title={t('bed.correct')} onCancel={onClose} footer={null} width="min(560px, 100vw)" className="ds-dialog">
      <Select
        size="large"
        aria-label={t('bed.correctTo')}
        value={field}
        onChange={(name) => setField(String(name))}
        optionList={names.map((name) => ({ value: name, label: fieldLabel(t, name) }))}
        style={{ width: '100%' }}
      />
      <FieldsForm draft={draft} only={[field]} />
      {store.refusal !== '' && (
        <p className="ds-flaw" role="alert">
          {store.refusal}
        </p>
      )}
      <ReasonField label={t('bed.correctWhy')} okText={t('bed.correct')} danger autoFocus={false} onOk={(reason) => void send(reason)} onBack={onClose} />
    </Modal>
  );
});
