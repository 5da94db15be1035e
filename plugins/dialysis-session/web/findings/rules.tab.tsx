import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { Button, DatePicker, Input, InputNumber, Select } from '@nephra/plugin-sdk/ui';
import { ActGroup, type ApiError, useClient, usePlugin } from '@nephra/plugin-sdk/web';
import { DataTable, EmptyState, ErrorCard } from '@nephra/plugin-sdk/widgets';
import { useEffect, useState } from 'react';
import { DIALYSIS_MODES } from '../../../dialysis-file/contract/index.ts';
import {
  MAX_RULE_MOST,
  MAX_RULE_NAME,
  type PriceRuleBody,
  priceRuleContract,
  type PriceRuleRow,
  RULE_REGIONS,
} from '../../contract/money/price-rule.contract.ts';
import { EntryPicker } from './entry-picker.tsx';

const KINDS = ['treatment', 'test'] as const;
/** People write words with any of these between them. */
const BETWEEN = /[,，、;；\n]+/;
const wordsOf = (text: string): string[] =>
  text
    .split(BETWEEN)
    .map((word) => word.trim())
    .filter(Boolean);

/** Rules of the region's insurer by days: which item a mode is charged with, what it includes, caps of a month, intervals of tests. */
export function RulesTab() {
  const ctx = usePlugin();
  const { t, confirm, can } = ctx;
  const client = useClient(priceRuleContract);
  const [rows, setRows] = useState<readonly PriceRuleRow[]>([]);
  const [problem, setProblem] = useState<unknown>(null);
  const [acts] = useState(() => new ActGroup(ctx, 'dialysis-session.price-rules', { toasts: true }));
  const load = (): void =>
    void client.list({}, { quiet: true }).then(
      ({ data }) => {
        setRows(data.list);
        setProblem(null);
      },
      (error: ApiError) => setProblem(error),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(load, []);
  const mayKeep = can('dialysis.findings:btn_kit');
  const add = async (body: PriceRuleBody): Promise<boolean> => {
    const end = await acts.run('add', body, (options) => client.add({ body }, options));
    if (end.kind === 'done') load();
    return end.kind === 'done';
  };
  const remove = async ({ id, version }: PriceRuleRow): Promise<void> => {
    if (!(await confirm({ content: t('finding.ruleRemoveAsk'), danger: true }))) return;
    await acts.run(id, [id, version], (options) => client.remove({ params: { id }, body: { version } }, options));
    load();
  };
  if (problem) return <ErrorCard error={problem} onRetry={load} />;
  return (
    <div className="ds-findings">
      <p className="ds-hint">{t('finding.rulesHelp')}</p>
      {mayKeep && <NewRule onAdd={add} />}
      {rows.length === 0 ? (
        <EmptyState text={t('finding.rulesEmpty')} />
      ) : (
        <DataTable
          label={t('finding.rules')}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              prop: 'name',
              label: t('finding.ruleName'),
              minWidth: 180,
              always: true,
              render: (row: PriceRuleRow) => [row.mode, row.name].filter(Boolean).join(' · ') || '–',
            },
            { prop: 'region', label: t('finding.region'), width: 90, render: (row: PriceRuleRow) => t(`finding.regions.${row.region}`) },
            {
              prop: 'most',
              label: t('finding.ruleMost'),
              width: 120,
              render: (row: PriceRuleRow) =>
                row.most === null ? '–' : row.kind === 'treatment' ? t('finding.perMonth', { n: row.most }) : t('finding.daysApart', { n: row.most }),
            },
            { prop: 'words', label: t('finding.ruleWords'), minWidth: 200, render: (row: PriceRuleRow) => row.words.join(t('listMark')) || '–' },
            { prop: 'from', label: t('finding.ruleDays'), width: 190, render: (row: PriceRuleRow) => `${row.from} – ${row.to ?? ''}` },
            { prop: 'source', label: t('finding.ruleSource'), minWidth: 140 },
            {
              prop: 'id',
              label: t('finding.acts'),
              width: 130,
              render: (row: PriceRuleRow) =>
                mayKeep && (
                  <Button size="small" type="danger" onClick={() => void remove(row)}>
                    {t('finding.kitRemove')}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </div>
  );
}

const emptyRule = (today: string): PriceRuleBody => ({
  ...{ kind: 'treatment', region: 'guangdong', mode: 'HD', drugId: '', name: '', words: [], most: null, from: today, to: null, source: '' },
});

function NewRule({ onAdd }: { readonly onAdd: (body: PriceRuleBody) => Promise<boolean> }) {
  const { t, now } = usePlugin();
  const [body, setBody] = useState(() => emptyRule(dayOf(now())));
  const [words, setWords] = useState('');
  const [round, setRound] = useState(0);
  const set = (over: Partial<PriceRuleBody>): void => setBody((before) => ({ ...before, ...over }));
  const isTest = body.kind === 'test';
  const isReady = /^\d{4}-\d{2}-\d{2}$/.test(body.from) && (!isTest || (body.name.trim() !== '' && words.trim() !== '' && body.most !== null));
  const add = async (): Promise<void> => {
    if (!(await onAdd({ ...body, words: wordsOf(words) }))) return;
    setBody(emptyRule(dayOf(now())));
    setWords('');
    setRound(round + 1);
  };
  return (
    <div className="ds-acts ds-rule">
      <Select
        aria-label={t('finding.ruleKind')}
        size="large"
        value={body.kind}
        onChange={(kind) => set(kind === 'test' ? { kind, mode: '', drugId: '' } : { kind: 'treatment', mode: 'HD', name: '' })}
        optionList={KINDS.map((value) => ({ value, label: t(`finding.ruleKinds.${value}`) }))}
      />
      <Select
        aria-label={t('finding.region')}
        size="large"
        value={body.region}
        onChange={(region) => set({ region: region as PriceRuleBody['region'] })}
        optionList={RULE_REGIONS.map((value) => ({ value, label: t(`finding.regions.${value}`) }))}
      />
      {isTest ? (
        <Input
          aria-label={t('finding.ruleTest')}
          placeholder={t('finding.ruleTest')}
          size="large"
          value={body.name}
          maxLength={MAX_RULE_NAME}
          onChange={(name) => set({ name })}
          style={{ width: 160 }}
        />
      ) : (
        <>
          <Select
            aria-label={t('finding.kitMode')}
            size="large"
            value={body.mode}
            onChange={(mode) => set({ mode: mode as PriceRuleBody['mode'] })}
            optionList={DIALYSIS_MODES.map((value) => ({ value, label: value }))}
          />
          <EntryPicker key={round} kinds={['item']} onPick={(entry) => set({ drugId: entry?.drugId ?? '' })} />
        </>
      )}
      <Input
        aria-label={t(isTest ? 'finding.testWords' : 'finding.includedWords')}
        placeholder={t(isTest ? 'finding.testWords' : 'finding.includedWords')}
        size="large"
        value={words}
        onChange={setWords}
        style={{ width: 240 }}
      />
      <InputNumber
        aria-label={t(isTest ? 'finding.testDays' : 'finding.cap')}
        placeholder={t(isTest ? 'finding.testDays' : 'finding.cap')}
        size="large"
        min={0}
        max={MAX_RULE_MOST}
        precision={0}
        value={body.most ?? ''}
        onChange={(value) => set({ most: value === '' ? null : Number(value) })}
        style={{ width: 170 }}
      />
      <DatePicker
        aria-label={t('finding.ruleFrom')}
        size="large"
        value={new Date(parseDay(body.from))}
        showClear={false}
        onChange={(value) => value instanceof Date && set({ from: dayOf(value.getTime()) })}
        style={{ width: 150 }}
      />
      <Input
        aria-label={t('finding.ruleSource')}
        placeholder={t('finding.ruleSource')}
        size="large"
        value={body.source}
        maxLength={MAX_RULE_NAME}
        onChange={(source) => set({ source })}
        style={{ width: 200 }}
      />
      <Button size="large" theme="solid" type="primary" disabled={!isReady} onClick={() => void add()}>
        {t('finding.kitAdd')}
      </Button>
    </div>
  );
}
