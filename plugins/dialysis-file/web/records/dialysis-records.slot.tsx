import { createClient, type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { DescriptionList, GroupTitle, MenuLink } from '@nephra/plugin-sdk/widgets';
import { useEffect, useState } from 'react';
import { dialysisFileContract } from '../../contract/file.contract.ts';
import type { WholeFile } from '../../contract/file.schema.ts';
import { FILE_MENU } from '../../contract/limits.ts';
import { accessInUse } from '../../domain/in-force.ts';
import { accessWords, zoneText } from '../words.ts';

type Props = SlotPoints['patient/records@1'];

/** In a patient's file: the dialysis file in a few lines. Nothing for others than dialysis patients, nor for whoever may not see it. */
export function Slot({ patientId, patientType }: Props) {
  const { pageAddress } = usePlugin();
  return patientType !== 'dialysis' || pageAddress(FILE_MENU) === undefined ? null : <DialysisFacts key={patientId} patientId={patientId} />;
}

function DialysisFacts({ patientId }: Pick<Props, 'patientId'>) {
  const { t, http } = usePlugin();
  const [file, setFile] = useState<WholeFile | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    // A patient without a dialysis file is none that has failed.
    createClient(dialysisFileContract, http)
      .file({ params: { id: patientId } }, { quiet: true, signal: stop.signal })
      .then(({ data }) => setFile(data))
      .catch(() => undefined);
    return () => stop.abort();
  }, [http, patientId]);
  if (!file) return null;
  const signed = file.prescriptions.find(({ state }) => state === 'signed');
  const access = accessInUse(file.accesses);
  const [weight] = file.dryWeights;
  return (
    <section>
      <GroupTitle>
        <MenuLink menu={FILE_MENU} query={{ patientId }}>
          {t('file.title')}
        </MenuLink>
      </GroupTitle>
      <DescriptionList
        columns={2}
        items={[
          { label: t('list.zone'), value: zoneText(t, file.zone.zone) },
          { label: t('list.serology'), value: [t(`serology.${file.serology.state}`), file.serology.dueOn].filter(Boolean).join(' · ') },
          { label: t('list.mode'), value: signed ? `${signed.mode} ${signed.minutes} ${t('unit.minutes')}` : t('none.mode') },
          { label: t('list.dryWeight'), value: weight ? `${weight.kg.toFixed(1)} kg` : t('none.dryWeight') },
          { label: t('list.access'), value: access ? accessWords(t, access) : t('none.access'), span: 2 },
        ]}
      />
    </section>
  );
}
