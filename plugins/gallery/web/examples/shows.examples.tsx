import { moneyFromText } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { ApiError, usePlugin } from '@nephra/plugin-sdk/web';
import {
  Alert,
  AmountText,
  Barcode,
  Chart,
  ConfirmButton,
  DateText,
  DescriptionList,
  DescriptionSections,
  ExportButton,
  KeyboardHints,
  PageFrame,
  PageTabs,
  PermissionButton,
  printDocument,
  QrCode,
  SafeHtml,
  SaveFailure,
  SplitPane,
  StatusTag,
  TimeChart,
  type TimeSpan,
  Toolbar,
} from '@nephra/plugin-sdk/widgets';
import { useState } from 'react';
import type { Entry } from '../entry.ts';

const DAY = Date.UTC(2026, 2, 2, 6, 30);

function Amount() {
  const { t } = usePlugin();
  return (
    <div className="ga-row">
      <AmountText amount={moneyFromText('1234.50')} explain={() => t('sample.help')} />
      <AmountText amount={moneyFromText('-88.00')} sign strong />
      <AmountText amount={null} />
    </div>
  );
}
function States() {
  const { t } = usePlugin();
  const tones = ['neutral', 'info', 'success', 'warning', 'danger'] as const;
  const table = tones.map((tone, value) => ({ value, tone, text: t('sample.name', { n: value + 1 }) }));
  return (
    <div className="ga-row">
      {table.map(({ value }) => (
        <StatusTag key={value} value={value} table={table} />
      ))}
    </div>
  );
}
function Facts({ long }: { readonly long?: boolean }) {
  const { t } = usePlugin();
  return (
    <DescriptionList
      items={['code', 'article', 'price', 'state', 'day'].map((key, at) => ({
        label: t(`sample.${key}`),
        value: t(long ? 'sample.longName' : 'sample.name', { n: at + 1 }),
      }))}
    />
  );
}
function Sections() {
  const { t } = usePlugin();
  const item = (key: string, n: number) => ({ label: t(`sample.${key}`), value: t('sample.name', { n }) });
  return (
    <DescriptionSections
      columns={2}
      sections={[
        { title: t('sample.base'), items: [item('code', 1), item('article', 2)] },
        { title: t('sample.people'), items: [item('keeper', 3), item('receiptNo', 4)] },
      ]}
    />
  );
}
function Html() {
  const { t } = usePlugin();
  return (
    <SafeHtml
      html={`<p><b>${t('sample.base')}</b> <a href="javascript:alert(1)">${t('sample.article')}</a> <script>alert(1)</script>${t('sample.help')}</p>`}
    />
  );
}
function Figures({ empty }: { readonly empty?: boolean }) {
  const { t } = usePlugin();
  const days = empty ? [] : [1, 2, 3, 4, 5, 6, 7];
  return (
    <Chart
      label={t('sample.stock')}
      option={{
        xAxis: { type: 'category', data: days.map((n) => t('sample.dayOf', { n })) },
        yAxis: { type: 'value' },
        series: [{ type: 'bar', data: days.map((n) => (n * 7) % 11) }],
      }}
    />
  );
}
const DAY_MS = 86_400_000;
const YEAR: TimeSpan = [Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 31)];
function Years({ empty }: { readonly empty?: boolean }) {
  const { t } = usePlugin();
  const [span, setSpan] = useState<TimeSpan>(YEAR);
  const data = empty ? [] : Array.from({ length: 120 }, (_, n): [number, number] => [YEAR[0] + n * 3 * DAY_MS, 60 + Math.sin(n / 6) * 2]);
  return (
    <TimeChart
      label={t('sample.stock')}
      height={240}
      span={span}
      onSpan={setSpan}
      option={{
        grid: { left: 40, right: 12, top: 12, bottom: 60 },
        xAxis: { type: 'time', min: YEAR[0], max: YEAR[1] },
        yAxis: { type: 'value', scale: true },
        dataZoom: [{ type: 'inside', zoomOnMouseWheel: 'ctrl' }, { type: 'slider' }],
        series: [{ type: 'line', data, showSymbol: false }],
      }}
    />
  );
}
function Frame() {
  const { t, toast } = usePlugin();
  return (
    <div className="ga-short">
      <PageFrame
        title={t('sample.base')}
        note={t('sample.help')}
        actions={<Button onClick={() => toast.success(t('sample.done'))}>{t('sample.check')}</Button>}
      >
        <p>{t('sample.longName', { n: 1 })}</p>
      </PageFrame>
    </div>
  );
}
function Parts({ many }: { readonly many?: boolean }) {
  const { t } = usePlugin();
  const keys = many ? ['base', 'people', 'stock', 'price', 'state', 'day'] : ['base', 'people', 'stock'];
  const [open, setOpen] = useState('base');
  return (
    <div className="ga-short">
      <PageTabs
        activeKey={open}
        onChange={setOpen}
        tabs={keys.map((key, at) => ({ key, title: t(`sample.${key}`), count: at * 60, content: <p>{t(`sample.${key}`)}</p> }))}
      />
    </div>
  );
}
function Views() {
  const { t } = usePlugin();
  const [open, setOpen] = useState('base');
  return (
    <PageTabs
      look="button"
      keep
      activeKey={open}
      onChange={setOpen}
      tabs={['base', 'people'].map((key) => ({ key, title: t(`sample.${key}`), content: <input aria-label={t(`sample.${key}`)} /> }))}
    />
  );
}
function Split() {
  const { t } = usePlugin();
  return (
    <div className="ga-short">
      <SplitPane leftLabel={t('sample.branches')} rightLabel={t('sample.article')} left={<p>{t('sample.branches')}</p>} right={<p>{t('sample.help')}</p>} />
    </div>
  );
}
function Keys() {
  const { t } = usePlugin();
  return (
    <KeyboardHints
      hints={[
        { keys: ['Ctrl', 'S'], text: t('sample.check') },
        { keys: ['Esc'], text: t('sample.close') },
      ]}
    />
  );
}
function Acts() {
  const { t } = usePlugin();
  const [count, setCount] = useState(0);
  const add = () => setCount((old) => old + 1);
  return (
    <Toolbar
      label={t('sample.acts')}
      actions={[
        { key: 'add', text: t('sample.count', { n: count }), primary: true, onClick: add },
        { key: 'ask', text: t('sample.ask'), danger: true, confirm: t('sample.sure'), onClick: add },
        { key: 'off', text: t('sample.off'), disabled: true, onClick: add },
      ]}
    />
  );
}
function Granted() {
  const { t, toast } = usePlugin();
  return <PermissionButton onClick={() => toast.success(t('sample.done'))}>{t('sample.check')}</PermissionButton>;
}
function NotGranted() {
  const { t } = usePlugin();
  return (
    <div className="ga-row">
      <PermissionButton button="btn_sample_nobody" onClick={() => undefined}>
        {t('sample.check')}
      </PermissionButton>
      <span>{t('sample.hidden')}</span>
    </div>
  );
}
function Asking() {
  const { t, toast } = usePlugin();
  return (
    <ConfirmButton danger confirm={t('sample.sure')} onClick={() => toast.success(t('sample.done'))}>
      {t('sample.ask')}
    </ConfirmButton>
  );
}
function Export({ failing }: { readonly failing?: boolean }) {
  const { t } = usePlugin();
  return (
    <ExportButton
      call={async () => {
        if (failing) throw new ApiError({ code: 503, error: 'core.plugin-unavailable', message: t('sample.away') });
        return { data: new File([t('sample.help')], 'SIM.txt', { type: 'text/plain' }), msg: '' };
      }}
    />
  );
}
function Unsaved({ long }: { readonly long?: boolean }) {
  const { t } = usePlugin();
  return <SaveFailure error={new ApiError({ code: 409, error: 'sample.refused', message: t(long ? 'sample.longName' : 'sample.help', { n: 1 }) })} />;
}
function Notes({ long }: { readonly long?: boolean }) {
  const { t } = usePlugin();
  return (
    <div className="ga-stack">
      {(['info', 'warning', 'error'] as const).map((kind) => (
        <Alert key={kind} kind={kind} text={t(long ? 'sample.longName' : 'sample.help', { n: 1 })} />
      ))}
    </div>
  );
}
function Print() {
  const { t } = usePlugin();
  return (
    <Button onClick={() => void printDocument({ title: t('sample.base'), html: `<h1>${t('sample.base')}</h1><p>${t('sample.help')}</p>` })}>
      {t('sample.print')}
    </Button>
  );
}

export const shows: readonly Entry[] = [
  { name: 'AmountText', area: 'values', code: `<AmountText amount={money} explain={() => …} sign strong />`, states: { usual: Amount } },
  {
    name: 'DateText',
    area: 'values',
    code: `<DateText value={row.creatorTime} variant="recent" />`,
    states: {
      usual: () => (
        <div className="ga-row">
          <DateText value={DAY} />
          <DateText value={DAY} variant="date" />
          <DateText value={DAY} variant="list" now={DAY + 7_200_000} />
        </div>
      ),
      empty: () => <DateText value={null} />,
    },
  },
  {
    name: 'StatusTag',
    area: 'values',
    code: `<StatusTag value={row.state} table={[{ value: 1, text: t('…'), tone: 'success' }]} />`,
    states: { usual: States },
  },
  {
    name: 'DescriptionList',
    area: 'values',
    code: `<DescriptionList items={[{ label: t('…'), value: row.name }]} columns={3} />`,
    states: { usual: () => <Facts />, long: () => <Facts long /> },
  },
  {
    name: 'DescriptionSections',
    area: 'values',
    code: `<DescriptionSections columns={2} sections={[{ title: t('…'), items: [{ label: t('…'), value: row.name }] }]} />`,
    states: { usual: Sections },
  },
  { name: 'SafeHtml', area: 'values', code: `<SafeHtml html={message.bodyText} />`, states: { usual: Html } },
  {
    name: 'Barcode',
    area: 'pictures',
    code: `<Barcode text={row.code} format="CODE128" height={40} />`,
    states: { usual: () => <Barcode text="SIM20260302001" barWidth={2} />, empty: () => <Barcode text="汉字" /> },
  },
  {
    name: 'QrCode',
    area: 'pictures',
    code: `<QrCode text={payload} size={100} />`,
    states: { usual: () => <QrCode text="SIM20260302001" size={100} />, long: () => <QrCode text={'SIM'.repeat(150)} size={160} /> },
  },
  {
    name: 'Chart',
    area: 'pictures',
    code: `<Chart label={t('…')} option={{ xAxis, yAxis, series: [{ type: 'bar', data }] }} />`,
    states: { usual: () => <Figures />, empty: () => <Figures empty /> },
  },
  {
    name: 'TimeChart',
    area: 'pictures',
    code: `<TimeChart label={t('…')} height={240} span={span} onSpan={setSpan} option={{ xAxis: { type: 'time' }, yAxis, dataZoom, series }} />`,
    states: { usual: () => <Years />, empty: () => <Years empty /> },
  },
  { name: 'PageFrame', area: 'layout', code: `<PageFrame title={t('…')} actions={<Button>…</Button>}>…</PageFrame>`, states: { usual: Frame } },
  {
    name: 'PageTabs',
    area: 'layout',
    code: `<PageTabs activeKey={tab} onChange={setTab} tabs={[{ key: 'bills', title: t('…'), count: n, content: <Bills store={store} /> }, mayAsk && {…}]} />`,
    states: { usual: () => <Parts />, multiple: Views, many: () => <Parts many /> },
  },
  { name: 'SplitPane', area: 'layout', code: `<SplitPane left={<List />} right={<Detail />} detailOpen={open} onBack={back} />`, states: { usual: Split } },
  { name: 'KeyboardHints', area: 'layout', code: `<KeyboardHints hints={[{ keys: ['Ctrl', 'S'], text: t('…') }]} />`, states: { usual: Keys } },
  {
    name: 'Toolbar',
    area: 'acts',
    code: `<Toolbar actions={[{ key: 'add', text: t('…'), button: 'btn_add', primary: true, onClick: add }]} />`,
    states: { usual: Acts },
  },
  {
    name: 'PermissionButton',
    area: 'acts',
    code: `<PermissionButton button="btn_edit" onClick={edit}>{t('…')}</PermissionButton>`,
    states: { usual: Granted, empty: NotGranted },
  },
  { name: 'ConfirmButton', area: 'acts', code: `<ConfirmButton danger confirm={t('…')} onClick={remove}>{t('…')}</ConfirmButton>`, states: { usual: Asking } },
  {
    name: 'ExportButton',
    area: 'acts',
    code: `<ExportButton button="btn_export" call={(options) => client.export({ query }, options)} />`,
    states: { usual: () => <Export />, failed: () => <Export failing /> },
  },
  {
    name: 'SaveFailure',
    area: 'acts',
    code: `{store.failure !== null && <SaveFailure error={store.failure} />}`,
    states: { usual: () => <Unsaved />, long: () => <Unsaved long /> },
  },
  { name: 'Alert', area: 'acts', code: `<Alert kind="warning" text={t('…')} />`, states: { usual: () => <Notes />, long: () => <Notes long /> } },
  { name: 'printDocument', area: 'acts', code: `await printDocument({ title, html, css })`, states: { usual: Print } },
];
