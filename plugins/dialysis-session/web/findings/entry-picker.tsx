import { Select } from '@nephra/plugin-sdk/ui';
import { useClient, usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useRef, useState } from 'react';
import { findingContract } from '../../contract/money/finding.contract.ts';

export type EntryKind = 'drug' | 'material' | 'item';
export interface PickedEntry {
  readonly drugId: string;
  readonly drugName: string;
  readonly kind: EntryKind;
}

interface EntryPickerProps {
  readonly kinds: readonly EntryKind[];
  readonly onPick: (entry: PickedEntry | null) => void;
}

/** An entry of the catalogue, found by its name. */
export function EntryPicker({ kinds, onPick }: EntryPickerProps) {
  const { t } = usePlugin();
  const client = useClient(findingContract);
  const [kind, setKind] = useState<EntryKind>(kinds[0] ?? 'item');
  const [found, setFound] = useState<readonly (PickedEntry & { readonly drugSpec: string })[]>([]);
  const asked = useRef(0);
  const search = (keyword: string): void => {
    asked.current += 1;
    const mine = asked.current;
    void client.kitEntries({ query: { keyword, kind } }, { quiet: true }).then(
      ({ data }) => mine === asked.current && setFound(data.list as typeof found),
      () => undefined,
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for another catalogue
  useEffect(() => search(''), [kind]);
  return (
    <div className="ds-picker">
      <Select
        size="large"
        aria-label={t('finding.kitKind')}
        value={kind}
        onChange={(next) => setKind(next as EntryKind)}
        optionList={kinds.map((value) => ({ value, label: t(`finding.catalogue.${value}`) }))}
      />
      <Select
        size="large"
        filter
        remote
        showClear
        aria-label={t('finding.kitName')}
        placeholder={t('finding.kitSearch')}
        onSearch={search}
        onChange={(drugId) => onPick(found.find((one) => one.drugId === drugId) ?? null)}
        optionList={found.map(({ drugId, drugName, drugSpec }) => ({ value: drugId, label: `${drugName} ${drugSpec}` }))}
        style={{ flex: 1, minWidth: 200 }}
      />
    </div>
  );
}
