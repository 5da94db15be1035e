import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin, WithPermission } from '@nephra/plugin-sdk/web';
import { Alert, DescriptionList, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { ConnectionRow } from '../../contract/index.ts';
import { Checklist } from '../parts/checklist.tsx';
import type { SetupStore } from './setup.store.ts';

/** One facility: where it reaches its platform, what stands in the way, and the checklist. */
export const ConnectionCard = observer(function ConnectionCard({ store, row }: { readonly store: SetupStore; readonly row: ConnectionRow }) {
  const { t, language } = usePlugin();
  const region = store.regions.find((one) => one.code === row.region);
  const none = row.version === 0;
  const state = none ? 'none' : row.enabled ? 'on' : 'off';
  return (
    <article className="in-facility" aria-label={row.orgName}>
      <header>
        <h2>{row.orgName}</h2>
        <StatusTag
          value={state}
          table={[
            { value: 'none', text: t('setup.state.none'), tone: 'neutral' },
            { value: 'on', text: t('setup.state.on'), tone: 'success' },
            { value: 'off', text: t('setup.state.off'), tone: 'warning' },
          ]}
        />
        {row.simulated && <span className="in-sim">{t('desk.simulated')}</span>}
        {row.testRegion && <span className="in-sim">{t('desk.testRegion')}</span>}
        <WithPermission button="btn_edit">
          <Button size="small" theme="light" type={none ? 'primary' : 'tertiary'} onClick={() => store.edit(row)}>
            {t(none ? 'setup.connect' : 'setup.edit')}
          </Button>
        </WithPermission>
      </header>
      {none ? (
        <p className="in-soft">{t('setup.noneHelp')}</p>
      ) : (
        <>
          {!row.regionRunning && <Alert kind="error" text={t('setup.regionAway', { name: region?.title[language] ?? row.region })} />}
          {!row.addressAllowed && <Alert kind="warning" text={t('setup.addressShut', { url: row.baseUrl })} />}
          <DescriptionList
            columns={2}
            items={[
              { label: t('setup.region'), value: region?.title[language] ?? row.region },
              { label: t('setup.fixmedinsCode'), value: row.fixmedinsCode },
              { label: t('setup.baseUrl'), value: <span className="in-code">{row.baseUrl}</span>, span: 2 },
              { label: t('setup.fixmedinsName'), value: row.fixmedinsName, span: 2 },
              { label: t('setup.area'), value: row.mdtrtareaAdmvs },
              { label: t('setup.secrets'), value: secretsText(t, row, region?.fields.filter((one) => one.secret).length ?? 0) },
            ]}
          />
          <Checklist store={store.checklist(row.orgId)} disabled={!row.regionRunning} />
        </>
      )}
    </article>
  );
});

const secretsText = (t: (key: string, params?: Record<string, string | number>) => string, row: ConnectionRow, wanted: number): string =>
  wanted === 0 ? t('setup.noSecrets') : t('setup.secretsSet', { n: row.secretsSet.length, of: wanted });
