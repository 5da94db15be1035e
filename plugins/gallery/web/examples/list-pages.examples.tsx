import { usePlugin } from '@nephra/plugin-sdk/web';
import { ListBody, ListPager, Pager, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Entry } from '../entry.ts';
import { sampleList, sampleRows } from '../sample-rows.ts';

function Pages({ total }: { readonly total: number }) {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(20);
  return <Pager total={total} currentPage={page} pageSize={size} onPage={setPage} onPageSize={setSize} />;
}

const Names = observer(function Names({ amount }: { readonly amount: number | 'failed' }) {
  const { t } = usePlugin();
  const store = useStore(() => sampleList(t, amount === 'failed' ? 'failed' : sampleRows(t, amount)));
  useEffect(() => void store.reload(), [store]);
  return (
    <ListBody store={store} none={t('sample.help')}>
      <ol>
        {store.rows.map((row) => (
          <li key={row.id}>{row.name}</li>
        ))}
      </ol>
      <ListPager store={store} onlyIfMore />
    </ListBody>
  );
});

export const listPages: readonly Entry[] = [
  {
    name: 'Pager',
    area: 'lists',
    code: `<Pager total={total} currentPage={page} pageSize={size} onPage={setPage} onPageSize={setSize} />`,
    states: { usual: () => <Pages total={230} />, empty: () => <Pages total={0} />, many: () => <Pages total={10_000_000} /> },
  },
  {
    name: 'ListPager',
    area: 'lists',
    code: `<ListPager store={store.list} />`,
    states: { usual: () => <Names amount={30} />, many: () => <Names amount={10_000} /> },
  },
  {
    name: 'ListBody',
    area: 'lists',
    code: `<ListBody store={history} none={t('…')}>\n  <ol>{history.rows.map((row) => <li key={row.id}>…</li>)}</ol>\n  <ListPager store={history} onlyIfMore />\n</ListBody>`,
    states: {
      usual: () => <Names amount={3} />,
      empty: () => <Names amount={0} />,
      many: () => <Names amount={230} />,
      failed: () => <Names amount="failed" />,
    },
  },
];
