import { usePlugin } from '@nephra/plugin-sdk/web';
import { recordPage, StatusTag } from '@nephra/plugin-sdk/widgets';
import { dataSourceContract } from '../../contract/source/data-source.contract.ts';
import { SourceTest } from './source-test.dialog.tsx';

/** What stands against reading a source, known without asking it; nothing: it can be tested. */
function Usable({ obstacle }: { readonly obstacle: string }) {
  const { t } = usePlugin();
  const [value, tone] = obstacle === '' ? (['usable', 'success'] as const) : (['blocked', 'warning'] as const);
  return (
    <span title={obstacle}>
      <StatusTag value={value} table={[{ value, tone, text: t(`source.${value}`) }]} /> {obstacle}
    </span>
  );
}

/** Databases beside our own, and whether they answer (spec 2.5-06). */
export const Page = recordPage(dataSourceContract, {
  columns: {
    fullName: { minWidth: 150 },
    dbType: { width: 130 },
    host: { minWidth: 120 },
    serviceName: { minWidth: 100 },
    obstacle: { minWidth: 240, text: ({ obstacle }) => obstacle, render: ({ obstacle }) => <Usable obstacle={obstacle} /> },
  },
  fields: {
    password: (row, { ctx: { t } }) => ({
      ...{ kind: 'password', autoComplete: 'new-password' },
      // Of a new one nothing is there to keep.
      ...(row?.passwordSet === 1 && { help: t('source.passwordKept') }),
    }),
  },
  rowActions: [{ button: 'btn_test', panel: (row, close) => <SourceTest source={row} onClose={close} /> }],
});
