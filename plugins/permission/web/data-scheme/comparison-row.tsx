import { CONTENTS_OF, OPERATORS_OF } from '@nephra/plugin-sdk/contract';
import { Button, IconClose, Input, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { ConditionProblem } from '../../domain/data-scheme/condition-check.ts';
import { contentText, operatorText } from '../../domain/data-scheme/condition-text.ts';
import type { ComparisonDraft, GroupDraft, SchemeEditorStore } from './scheme-editor.store.ts';

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
  return (
    <div className="pm-comparison">
      {SELECTS.map((part) => (
        <span key={part} id={`${id}${part}`} hidden>
          {name(part)}
        </span>
      ))}
      <Select
        {...select('field')}
        filter
        value={draft.field}
        aria-invalid={problem === 'unknown-field' || undefined}
        validateStatus={problem === 'unknown-field' ? 'error' : undefined}
        optionList={store.fields.map(({ enCode, fullName }) => ({ value: enCode, label: fullName }))}
        onChange={(field) => change({ field: String(field) })}
      />
      <Select
        {...select('operator')}
        value={draft.op}
        optionList={OPERATORS_OF[type].map((op) => ({ value: op, label: operatorText(op, language) }))}
        onChange={(op) => change({ op: OPERATORS_OF[type].find((one) => one === op) ?? 'Equal' })}
      />
      <Select
        {...select('contentKind')}
        value={draft.kind}
        optionList={[{ value: 'text', label: t('dataScheme.text') }, ...contents.map((content) => ({ value: content, label: contentText(content, language) }))]}
        onChange={(kind) => change({ kind: contents.find((one) => one === kind) ?? 'text' })}
      />
      {draft.kind === 'text' ? (
        <Input
          aria-label={name('content')}
          value={draft.text}
          maxLength={500}
          placeholder={draft.op === 'In' ? t('dataScheme.textHint') : hint}
          validateStatus={validateStatus}
          onChange={(text) => change({ text })}
        />
      ) : (
        <span className="pm-comparison-rest" />
      )}
      <Button
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
