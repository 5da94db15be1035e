import { useMenu, usePageQuery, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ListView } from '../../../../contract/list-view/list-view.schema.ts';
import type { ListColumns } from '../../columns/use-column-settings.ts';
import { contentOf, isSameContent, lookOf, type ViewedList } from './view-content.ts';
import { ViewDrawer } from './view-drawer.tsx';
import { type ViewFormSubject, ViewForms } from './view-forms.tsx';
import { ViewMenu } from './view-menu.tsx';
import { ViewStore } from './view-store.ts';
import { useViewText, viewTextIn } from '../../columns/view-texts.ts';

export interface ListViewsProps<Row, Filter extends object> extends ViewedList<Row, Filter> {
  /** The button of the menu. */
  readonly anchor: HTMLElement;
  readonly list: ListColumns<Row>;
  readonly onClose: () => void;
}

/** Looks at a list as a view says, with one call; conditions that the person may not use are left out, and told. */
export function lookThrough<Row, Filter extends object>(view: ListView, viewed: ViewedList<Row, Filter>, { language, toast }: WebContext): void {
  const { look, dropped } = lookOf(view.content, viewed);
  if (dropped > 0) toast.info(viewTextIn(language)('dropped', { n: dropped }));
  void viewed.store.look(look);
}

function ObservedListViews<Row, Filter extends object>({ anchor, list, onClose, ...viewed }: ListViewsProps<Row, Filter>) {
  const ctx = usePlugin();
  const menu = useMenu();
  const query = usePageQuery();
  const text = useViewText();
  const { modelId = '', view: inUse } = list;
  const [store] = useState(() => new ViewStore(ctx, modelId));
  const [managing, setManaging] = useState(false);
  const [form, setForm] = useState<ViewFormSubject | null>(null);
  useEffect(() => void store.load(), [store]);

  /** The address says which view it is, and can be sent to others. */
  const address = (view: ListView | null) => {
    const { view: _, ...rest } = query;
    const path = menu && ctx.pageAddress(menu.enCode, view ? { ...rest, view: view.id } : rest);
    if (path !== undefined) ctx.navigate(path, { replace: true });
  };
  const use = (view: ListView | null) => {
    list.show(view);
    if (view) lookThrough(view, viewed, ctx);
    else void viewed.store.look();
    address(view);
  };
  /** The list is as the view has it already. */
  const keep = (view: ListView) => {
    list.show(view);
    address(view);
  };
  const now = () => contentOf(viewed, list.settings);
  const saveInto = async (view: ListView) => {
    if (view.shared && !(await ctx.confirm({ content: text('saveIntoShared', { name: view.name }) }))) return;
    const content = now();
    await store.change(view, content);
    if (inUse?.id === view.id) keep({ ...view, content });
  };
  const remove = async (view: ListView) => {
    if (!(await ctx.confirm({ content: text(view.shared ? 'removeShared' : 'removeAsk', { name: view.name }), danger: true }))) return;
    await store.remove(view);
    if (inUse?.id === view.id) use(null);
  };
  const saveAs = () => setForm({ kind: 'create', name: '', content: now() });
  // The entry of the menu that opened form or drawer is gone.
  const leave = () => {
    onClose();
    anchor.focus();
  };
  const back = () => {
    setForm(null);
    if (!managing) leave();
  };

  return (
    <>
      {managing && (
        <ViewDrawer
          store={store}
          inUse={inUse}
          acts={{
            use,
            saveAs,
            saveInto,
            remove,
            rename: (view) => setForm({ kind: 'rename', view }),
            share: (view) => setForm({ kind: 'share', view }),
            copy: ({ name, content }) => setForm({ kind: 'create', name, content }),
          }}
          onClose={leave}
        />
      )}
      {!managing && !form && (
        <ViewMenu
          anchor={anchor}
          store={store}
          inUse={inUse}
          changed={inUse !== null && !isSameContent(now(), inUse.content)}
          onUse={use}
          onSaveInto={(view) => void saveInto(view)}
          onSaveAs={saveAs}
          onManage={() => setManaging(true)}
          onClose={onClose}
        />
      )}
      {form && (
        <ViewForms
          store={store}
          subject={form}
          onCreated={(view) => {
            if (isSameContent(view.content, now())) keep(view);
          }}
          onRenamed={(view, name) => inUse?.id === view.id && list.show({ ...inUse, name })}
          onClose={back}
        />
      )}
    </>
  );
}

/** The menu of a list's views, the drawer in which they are kept, and the forms of both. */
export const ListViews = observer(ObservedListViews) as typeof ObservedListViews;
