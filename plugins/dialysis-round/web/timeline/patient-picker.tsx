import { Select } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useRef, useState } from 'react';
import { dialysisFileContract } from '../../../dialysis-file/contract/index.ts';

interface Found {
  readonly patientId: string;
  readonly patientName: string;
  readonly dialysisNo: string;
}
const MAX_FOUND = 50;
const DELAY_MS = 250;

/** Patients on dialysis by name or number. Nothing for whoever may not see dialysis files. */
export function PatientPicker({ onPick }: { readonly onPick: (patientId: string) => void }) {
  const { t, http, pageAddress } = usePlugin();
  const [found, setFound] = useState<readonly Found[]>([]);
  const [keyword, setKeyword] = useState('');
  const stop = useRef<AbortController>(undefined);
  const allowed = pageAddress('his.dialysisFile') !== undefined;
  useEffect(() => {
    if (!allowed) return undefined;
    const timer = setTimeout(
      () => {
        stop.current?.abort();
        const asked = new AbortController();
        stop.current = asked;
        createClient(dialysisFileContract, http)
          .list({ query: { keyword, currentPage: 1, pageSize: MAX_FOUND } }, { quiet: true, signal: asked.signal })
          .then(({ data }) => setFound(data.list))
          // A list that does not come is empty; typing asks again.
          .catch(() => undefined);
      },
      keyword === '' ? 0 : DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [http, keyword, allowed]);
  useEffect(() => () => stop.current?.abort(), []);
  if (!allowed) return null;
  return (
    <Select
      className="dr-picker"
      filter
      remote
      aria-label={t('timeline.patient')}
      placeholder={t('timeline.patient')}
      emptyContent={t('timeline.noPatient')}
      optionList={found.map(({ patientId, patientName, dialysisNo }) => ({ value: patientId, label: [patientName, dialysisNo].filter(Boolean).join(' ') }))}
      onSearch={setKeyword}
      onChange={(value) => onPick(String(value))}
    />
  );
}
