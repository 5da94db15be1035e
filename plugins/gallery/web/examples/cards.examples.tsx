import { PluginProvider, useMenu, usePlugin } from '@nephra/plugin-sdk/web';
import { AdministratorsOnly, CardGrid, FactCard, FactLines, FactTiles } from '@nephra/plugin-sdk/widgets';
import { useMemo } from 'react';
import type { Entry } from '../entry.ts';

function useFacts(long: boolean) {
  const { t } = usePlugin();
  return ['code', 'article', 'price', 'stock'].map((key, at) => ({
    label: t(`sample.${key}`),
    value: String((at + 1) * 12),
    note: t(long ? 'sample.longName' : 'sample.help', { n: at + 1 }),
  }));
}

const Tiles = ({ long = false }: { readonly long?: boolean }) => <FactTiles facts={useFacts(long)} />;
const Lines = () => <FactLines facts={useFacts(false)} />;
function Card() {
  const { t } = usePlugin();
  return (
    <FactCard title={t('sample.base')}>
      <Lines />
    </FactCard>
  );
}
const Cards = () => (
  <CardGrid>
    <Card />
    <Card />
    <Card />
  </CardGrid>
);
/** A page of the whole installation, as an administrator of the system sees it, or somebody else. */
function Whole({ isAdministrator }: { readonly isAdministrator: boolean }) {
  const context = usePlugin();
  const menu = useMenu();
  const reader = useMemo(() => ({ ...context, user: { ...context.user, isAdministrator } }), [context, isAdministrator]);
  return (
    <PluginProvider context={reader} menu={menu}>
      <div className="ga-short">
        <AdministratorsOnly title={context.t('sample.base')}>
          <Cards />
        </AdministratorsOnly>
      </div>
    </PluginProvider>
  );
}

export const cards: readonly Entry[] = [
  {
    name: 'FactTiles',
    area: 'values',
    code: `<FactTiles facts={[{ label: t('…'), value: '12%', note: t('…') }]} />`,
    states: { usual: () => <Tiles />, long: () => <Tiles long /> },
  },
  { name: 'FactLines', area: 'values', code: `<FactLines facts={[{ label: t('…'), value: String(waiting) }]} />`, states: { usual: Lines } },
  { name: 'FactCard', area: 'layout', code: `<FactCard title={t('…')}><Chart … /></FactCard>`, states: { usual: Card } },
  { name: 'CardGrid', area: 'layout', code: `<CardGrid>{charts.map((one) => <FactCard … />)}</CardGrid>`, states: { many: Cards } },
  {
    name: 'AdministratorsOnly',
    area: 'layout',
    code: `export const Page = administratorsPage(CachePage); // or a part: <AdministratorsOnly title={t('…')}>…</AdministratorsOnly>`,
    states: { usual: () => <Whole isAdministrator />, readOnly: () => <Whole isAdministrator={false} /> },
  },
];
