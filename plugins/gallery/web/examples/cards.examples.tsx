import { usePlugin } from '@nephra/plugin-sdk/web';
import { CardGrid, FactCard, FactLines, FactTiles } from '@nephra/plugin-sdk/widgets';
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
];
