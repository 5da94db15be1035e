import { formatMoney } from '@nephra/plugin-sdk/contract';
import { IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin, WithPermission } from '@nephra/plugin-sdk/web';
import { StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { KeyboardEvent } from 'react';
import { payTable, rxTable } from '../../vocabulary.ts';
import type { RxEditorStore } from '../rx-editor.store.ts';
import type { WorkAreaStore } from '../work-area.store.ts';

/** Last digits of a number are what people say. */
const shortNumber = (dpNumber: string): string => dpNumber.slice(-4);

/** One tab per prescription of the day, and the new-prescription tab. */
export const RxTabs = observer(function RxTabs({ store }: { readonly store: WorkAreaStore }) {
  const { t } = usePlugin();
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const at = store.tabs.findIndex((tab) => tab.key === store.activeKey);
    const next = store.tabs[(at + step + store.tabs.length) % store.tabs.length];
    if (!next) return;
    event.preventDefault();
    store.activate(next.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.key)}"]`)?.focus();
  };
  return (
    <div className="rx-tabs">
      <div role="tablist" aria-label={t('tabs.label')} className="rx-tabs-list" onKeyDown={handleKey}>
        {store.tabs.map((tab) => (
          <RxTab key={tab.uid} tab={tab} active={tab.key === store.activeKey} onOpen={() => store.activate(tab.key)} />
        ))}
      </div>
      <WithPermission button="btn_add">
        <button type="button" className="rx-tab-add" aria-label={t('tabs.add')} title={t('tabs.add')} onClick={() => store.addNew()}>
          <IconPlus />
        </button>
      </WithPermission>
      {store.active && <NumberAndStates tab={store.active} />}
    </div>
  );
});

/** Which prescription is open and how far it has come. */
const NumberAndStates = observer(function NumberAndStates({ tab }: { readonly tab: RxEditorStore }) {
  const { t } = usePlugin();
  if (tab.isNew) return null;
  return (
    <span className="rx-number">
      <span>{tab.base.dpNumber}</span>
      <StatusTag value={tab.base.rxStatus} table={rxTable(t)} />
      <StatusTag value={tab.base.payStatus} table={payTable(t)} />
    </span>
  );
});

interface RxTabProps {
  readonly tab: RxEditorStore;
  readonly active: boolean;
  readonly onOpen: () => void;
}

const RxTab = observer(function RxTab({ tab, active, onOpen }: RxTabProps) {
  const { t } = usePlugin();
  return (
    <button type="button" role="tab" data-tab={tab.key} aria-selected={active} tabIndex={active ? 0 : -1} className="rx-tab" onClick={onOpen}>
      <span>{tab.isNew ? t('tabs.new') : shortNumber(tab.base.dpNumber)}</span>
      <span className="rx-tab-amount">{formatMoney(tab.content.totals.total)}</span>
      {tab.shownDirty && <span className="rx-tab-dirty" role="img" aria-label={t('tabs.unsaved')} title={t('tabs.unsaved')} />}
    </button>
  );
});
