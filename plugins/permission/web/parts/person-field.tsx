import { Button, IconClose } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { PickerPopover } from '@nephra/plugin-sdk/widgets';
import { type StaffNode, staffDirectory } from '@nephra/plugin-sdk/contract';
import { useMemo } from 'react';
import './parts.css';

export interface PersonFieldProps {
  readonly id?: string;
  readonly label: string;
  /** `name/account` of who is chosen now; empty = nobody. */
  readonly text: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly onPick: (person: StaffNode) => void;
  /** Without it the choice cannot be taken away. */
  readonly onClear?: () => void;
}

/** A person found by name, account or pinyin; before anything is typed, those of the own department or organisation. */
export function PersonField({ id, label, text, placeholder, disabled, invalid, onPick, onClear }: PersonFieldProps) {
  const { http, t } = usePlugin();
  const client = useMemo(() => createClient(staffDirectory, http), [http]);
  const load = async (keyword: string, signal: AbortSignal): Promise<readonly StaffNode[]> => {
    const options = { signal, quiet: true };
    if (keyword === '') return (await client.organizationUsers({ query: { organizeId: '0' } }, options)).data.filter((node) => node.type === 'user');
    return (await client.userNodes({ params: { id: '0' }, body: { keyword } }, options)).data.list.filter((node) => node.type === 'user');
  };
  return (
    <div className="pm-place">
      <PickerPopover
        id={id}
        label={label}
        value={text}
        placeholder={placeholder ?? t('parts.findPerson')}
        disabled={disabled}
        invalid={invalid}
        load={load}
        isDisabled={(person) => person.enabledMark === 0}
        rowKey="id"
        width={440}
        stay={false}
        columns={[
          { prop: 'fullName', label: t('parts.person'), minWidth: 160 },
          { prop: 'organize', label: t('parts.works'), minWidth: 200, render: (person) => person.organize ?? '' },
        ]}
        onPick={onPick}
      />
      {onClear && text !== '' && (
        <Button icon={<IconClose />} theme="borderless" type="tertiary" disabled={disabled} aria-label={t('parts.clear')} onClick={onClear} />
      )}
    </div>
  );
}
