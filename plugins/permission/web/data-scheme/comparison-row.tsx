import { CONTENTS_OF, type DataFieldType, OPERATORS_OF } from '@nephra/plugin-sdk/contract';
import { Button, IconClose, Input, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Picked, StaffField } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { type ConditionProblem, MAX_CONTENT } from '../../domain/data-scheme/condition-check.ts';
import { contentText, operatorText } from '../../domain/data-scheme/condition-text.ts';
import { type ComparisonDraft, type GroupDraft, idsOfText } from './comparison-draft.ts';
import type { SchemeEditorStore } from './scheme-editor.store.ts';

export interface ComparisonRowProps {
  readonly store: SchemeEditorStore;
  readonly group: GroupDraft;
  readonly draft: ComparisonDraft;
  /** Counted from 1. */
  readonly number: number;
  readonly problem: ConditionProblem['reason'] | undefined;
  readonly onRemove: (button: HTMLElement) => void;
}

const SELECTS = ['field', 'operator', 'contentKind'] as const;

/** Fields that hold ids: what they are compared with is picked, nobody knows an id by heart. */
const PICKED_FROM = { User: { kind: 'user', words: 'people' }, Organize: { kind: 'organize', words: 'organizations' } } as const;
const pickedFrom = (type: DataFieldType) => (type === 'User' || type === 'Organize' ? PICKED_FROM[type] : undefined);

/** One comparison: field, how, with what. */
export const ComparisonRow = observer(function ComparisonRow({ store, group, draft, number, problem, onRemove }: ComparisonRowProps) {
  const { t, language } = usePlugin();
  const type = store.fields.find(({ enCode }) => enCode === draft.field)?.type ?? 'String';
  const change = (values: Parameters<SchemeEditorStore['change']>[2]) => store.change(group.key, draft.key, values);
  const contents = draft.op === 'Contains' ? [] : CONTENTS_OF[type];
  const hint = type === 'DateTime' ? t('dataScheme.dateHint') : type === 'Int32' || type === 'Double' ? t('dataScheme.numberHint') : '';
  const name = (part: string) => `${number}. ${t(`dataScheme.${part}`)}`;
  const id = useId();
  // The library names its selects by itself unless another element does.
  const select = (part: string) => ({ 'aria-labelledby': `${id}${part}` });
  const validateStatus = problem ? 'error' : undefined;
  const picker = pickedFrom(type);
  return (
    <div className="pm-comparison">
      {SELECTS.map((part) => (
        <span key={part} id={`${id}${part}`} hidden>
          {name(part)}
        </span>
      ))}
      <Select
        {...select('field')}
        className="pm-comparison-part"
        filter
        value={draft.field}
        aria-invalid={problem === 'unknown-field' || undefined}
        validateStatus={problem === 'unknown-field' ? 'error' : undefined}
        optionList={store.fields.map(({ enCode, fullName }) => ({ value: enCode, label: fullName }))}
        onChange={(field) => change({ field: String(field) })}
      />
      <Select
        {...select('operator')}
        className="pm-comparison-part"
        value={draft.op}
        optionList={OPERATORS_OF[type].map((op) => ({ value: op, label: operatorText(op, language) }))}
        onChange={(op) => change({ op: OPERATORS_OF[type].find((one) => one === op) ?? 'Equal' })}
      />
      <Select
        {...select('contentKind')}
        className="pm-comparison-part"
        value={draft.kind}
        optionList={[
          { value: 'text', label: t(`dataScheme.${picker?.words ?? 'text'}`) },
          ...contents.map((content) => ({ value: content, label: contentText(content, language) })),
        ]}
        onChange={(kind) => change({ kind: contents.find((one) => one === kind) ?? 'text' })}
      />
      {draft.kind === 'text' && picker ? (
        <div className="pm-comparison-part">
          <PickedContent
            kind={picker.kind}
            label={name('content')}
            draft={draft}
            names={store.namesOf(draft.text)}
            invalid={problem !== undefined}
            onChange={(picked) => store.pick(group.key, draft.key, picked)}
          />
        </div>
      ) : draft.kind === 'text' ? (
        <Input
          className="pm-comparison-part"
          aria-label={name('content')}
          value={draft.text}
          maxLength={MAX_CONTENT}
          placeholder={draft.op === 'In' ? t('dataScheme.textHint') : hint}
          validateStatus={validateStatus}
          onChange={(text) => change({ text })}
        />
      ) : (
        <span className="pm-comparison-rest" />
      )}
      <Button
        className="pm-comparison-remove"
        icon={<IconClose />}
        theme="borderless"
        type="tertiary"
        aria-label={t('dataScheme.removeComparison', { n: number })}
        onClick={({ currentTarget }) => onRemove(currentTarget)}
      />
      {problem && (
        <p className="pm-comparison-problem" role="alert">
          {t(`dataScheme.problem.${problem}`)}
        </p>
      )}
    </div>
  );
});

interface PickedContentProps {
  readonly kind: 'user' | 'organize';
  readonly label: string;
  readonly draft: ComparisonDraft;
  readonly names: readonly Picked[];
  readonly invalid: boolean;
  readonly onChange: (picked: readonly Picked[]) => void;
}

/** People or organisations: several where the comparison takes several. */
function PickedContent({ kind, label, draft, names, invalid, onChange }: PickedContentProps) {
  const { t } = usePlugin();
  const field = { kind, label, names, invalid, placeholder: t('dataScheme.pick') };
  const ids = idsOfText(draft.text);
  return draft.op === 'In' ? (
    <StaffField {...field} multiple value={ids} onChange={(_ids, picked) => onChange(picked)} />
  ) : (
    <StaffField {...field} value={ids[0] ?? null} onChange={(_id, picked) => onChange(picked)} />
  );
}
