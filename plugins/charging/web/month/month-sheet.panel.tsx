import { usePlugin, WithPermission } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, Chart, PermissionButton, StatusTag, SumStrip } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { MonthSheet } from '../../contract/index.ts';
import { money, payerText, personText, type Text } from '../vocabulary.ts';
import { MonthCalendar } from './month-calendar.panel.tsx';
import { dayChart } from './month-chart.ts';
import { PartExplanation, TotalExplanation } from './month-explain.tsx';
import type { MonthInsuredStore } from './run/month-insured.store.ts';
import { MonthBills, MonthPapers, MonthTable } from './month-tables.panel.tsx';
import { blockerText, monthStates } from './month-words.ts';
import type { MonthStore } from './month.store.ts';

const SHOWN_BLOCKERS = 4;
const PARTS = ['account', 'waiting', 'pending', 'charged', 'refund'] as const;

interface SheetProps {
  readonly store: MonthStore;
  readonly insured: MonthInsuredStore;
  readonly sheet: MonthSheet;
}

/** Obstacles as one calm block: the first few, then how many more. */
function Blockers({ t, sheet, level }: { readonly t: Text; readonly sheet: MonthSheet; readonly level: 'block' | 'warn' }) {
  const [all, setAll] = useState(false);
  const found = [...new Set(sheet.blockers.filter((one) => one.level === level).map((one) => blockerText(t, one)))];
  if (found.length === 0) return null;
  const shown = all ? found : found.slice(0, SHOWN_BLOCKERS);
  return (
    <Alert kind={level === 'block' ? 'warning' : 'info'} text={t(level === 'block' ? 'month.blockers' : 'month.warnings', { n: found.length })}>
      <ul className="chm-blockers">
        {shown.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {found.length > shown.length && (
        <button type="button" className="nk-text-button" onClick={() => setAll(true)}>
          {t('month.more', { n: found.length - shown.length })}
        </button>
      )}
    </Alert>
  );
}

/** What "put on account" did. */
const Recorded = observer(function Recorded({ store }: { readonly store: MonthStore }) {
  const { t } = usePlugin();
  const { recorded } = store;
  if (!recorded) return null;
  const left = recorded.left.filter((one) => one.reason !== 'onAccount' && one.reason !== 'charged');
  return (
    <Alert kind="info" text={recorded.taken.length > 0 ? t('month.recorded', { n: recorded.taken.length }) : t('month.recordedNothing')}>
      {left.length > 0 && (
        <span>
          {t('month.left', { n: left.length })}
          {left.map((one) => t('month.leftLine', { number: one.dpNumber, reason: t(`month.leftReason.${one.reason}`) })).join(t('listMark'))}
        </span>
      )}
    </Alert>
  );
});

/** One patient's month: sums, obstacles, calendar, chart, table by day and category, prescriptions, receipts. */
export const MonthSheetPanel = observer(function MonthSheetPanel({ store, insured: asking, sheet }: SheetProps) {
  const { t } = usePlugin();
  const [day, setDay] = useState<string | null>(null);
  const chart = useMemo(() => dayChart(t, sheet), [t, sheet]);
  const blocked = sheet.blockers.some((one) => one.level === 'block');
  const insured = store.goesToInsurer(sheet);
  const open = !sheet.closed && sheet.accountPrice > 0 && !blocked;
  return (
    <div className="chm-sheet">
      <header className="chm-head">
        <div className="ch-person">
          <h2>{sheet.patientName}</h2>
          <span className="ch-soft">{personText(t, sheet)}</span>
          <span className="ch-soft">{sheet.outpatientCode}</span>
          <span className="ch-payer">{payerText(t, sheet.reimWay)}</span>
          <StatusTag value={sheet.state} table={monthStates(t)} />
          {sheet.closed && <StatusTag value="closed" table={[{ value: 'closed', text: t('month.closed'), tone: 'neutral' }]} />}
        </div>
        <div className="chm-acts">
          {sheet.patientType === 'dialysis' && (
            <PermissionButton button="btn_month" disabled={sheet.closed} title={t('month.recordHelp')} onClick={() => store.record()}>
              {t('month.record')}
            </PermissionButton>
          )}
          {sheet.reimWay !== '0' && (
            <PermissionButton
              button="btn_month"
              {...(insured ? { theme: 'solid' as const, type: 'primary' as const } : {})}
              disabled={!open}
              onClick={() => asking.open(sheet, store.ways[0]?.payWay ?? 'cash')}
            >
              {t('month.settleInsured')}
            </PermissionButton>
          )}
          <PermissionButton
            button="btn_month"
            {...(insured ? {} : { theme: 'solid' as const, type: 'primary' as const })}
            disabled={!open}
            onClick={() => store.askSettle()}
          >
            {t('month.settle')}
          </PermissionButton>
        </div>
      </header>
      <SumStrip
        items={PARTS.filter((part) => part === 'account' || sheet[`${part}Price`] !== 0).map((part) => ({
          label: t(`month.sum.${part}`),
          value: <AmountText amount={money(sheet[`${part}Price`])} explain={() => <PartExplanation sheet={sheet} part={part} />} />,
        }))}
        end={{
          label: t('month.sum.total'),
          value: <AmountText amount={money(sheet.totalPrice)} strong sign explain={() => <TotalExplanation sheet={sheet} />} />,
        }}
      />
      <WithPermission button="btn_month">
        <Recorded store={store} />
      </WithPermission>
      <Blockers t={t} sheet={sheet} level="block" />
      <Blockers t={t} sheet={sheet} level="warn" />
      <div className="chm-pictures">
        <MonthCalendar sheet={sheet} chosen={day} onChoose={setDay} />
        <Chart label={t('month.chart')} option={chart} height={264} />
      </div>
      <MonthTable sheet={sheet} day={day} />
      <MonthPapers store={store} sheet={sheet} day={day} />
      <MonthBills sheet={sheet} />
    </div>
  );
});
