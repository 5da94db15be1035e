import { observer } from 'mobx-react-lite';
import type { ListView } from '../../../../contract/list-view/list-view.schema.ts';
import { RetryLine } from '../../table/retry-line.tsx';
import { walkMenu } from '../../table/row-menu.tsx';
import { errorText } from '../../error-text.ts';
import { useKitText } from '../../kit-text.ts';
import { FloatingPanel } from '../../menu/floating-panel.tsx';
import type { ViewStore } from './view-store.ts';
import { useViewText } from '../../columns/view-texts.ts';
import '../../columns/views.css';

interface ViewMenuProps {
  readonly anchor: HTMLElement;
  readonly store: ViewStore;
  readonly inUse: ListView | null;
  /** The list is looked at in another way than the view in use says. */
  readonly changed: boolean;
  readonly onUse: (view: ListView | null) => void;
  readonly onSaveInto: (view: ListView) => void;
  readonly onSaveAs: () => void;
  readonly onManage: () => void;
  readonly onClose: () => void;
}

/** Switches between the views of a list, one press each: ↑ ↓ move, Enter takes, Escape closes. */
export const ViewMenu = observer(function ViewMenu({ anchor, store, inUse, changed, onUse, onSaveInto, onSaveAs, onManage, onClose }: ViewMenuProps) {
  const text = useViewText();
  const kit = useKitText();
  const { state, mine, others } = store;
  const leave = (next: () => void) => () => {
    onClose();
    anchor.focus();
    next();
  };
  const entry = (view: ListView) => (
    <button key={view.id} type="button" role="menuitemradio" aria-checked={view.id === inUse?.id} onClick={leave(() => onUse(view))}>
      <span className="nk-views-name">{view.name}</span>
      <small>{[!view.mine && text('by', { name: view.ownerName }), view.id === store.defaultId && text('isDefault')].filter(Boolean).join(' · ')}</small>
    </button>
  );
  const fresh = inUse && (store.list.find(({ id }) => id === inUse.id) ?? inUse);
  return (
    <FloatingPanel anchor={anchor} role="menu" label={kit('views')} className="nk-menu nk-views" align="end" takesFocus onClose={onClose} onKeyDown={walkMenu}>
      <div className="nk-views-list">
        <button type="button" role="menuitemradio" aria-checked={inUse === null} onClick={leave(() => onUse(null))}>
          <span className="nk-views-name">{text('plain')}</span>
        </button>
        {mine.map(entry)}
        {others.length > 0 && <p>{text('others')}</p>}
        {others.map(entry)}
        {state.kind === 'loading' && state.first && <p role="status">{kit('searching')}…</p>}
        {state.kind === 'failed' && <RetryLine text={errorText(state.error, kit)} onRetry={() => void store.load()} />}
        {state.kind === 'ready' && store.list.length === 0 && <p>{text('none')}</p>}
      </div>
      <hr />
      {fresh?.mine && changed && (!fresh.shared || fresh.manages) && (
        <button type="button" role="menuitem" onClick={leave(() => onSaveInto(fresh))}>
          {text('saveInto', { name: fresh.name })}
        </button>
      )}
      <button type="button" role="menuitem" onClick={onSaveAs}>
        {text('saveAs')}…
      </button>
      <button type="button" role="menuitem" onClick={onManage}>
        {text('manage')}…
      </button>
    </FloatingPanel>
  );
});
