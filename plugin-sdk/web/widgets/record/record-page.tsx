import type { Language, RouteMap } from '@nephra/plugin-sdk/contract';
import { type AnyRecord, buttonOf, compileRecord, kindsOfRecord, type RecordContract, type RecordDocument, withheldFields } from '@nephra/plugin-sdk/record';
import { IconPlus, IconPrint, IconUpload } from '@nephra/plugin-sdk/ui';
import { createClient, type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type ComponentType, Fragment, useMemo } from 'react';
import type { ToolbarAction } from '../columns/column.ts';
import { EditDialog } from '../form/edit-dialog.tsx';
import { ExportButton } from '../list/export-button.tsx';
import { kitTextIn } from '../kit-text.ts';
import { LatePart, useLatePart } from '../late-part.ts';
import { ListPage, type ListPageProps } from '../list/list-page.tsx';
import { useButtonCheck } from '../menu/permission-button.tsx';
import { ListSkeleton } from '../facts/states.tsx';
import { useStore } from '../use-store.ts';
import { KindViews } from './kinds/kind-slots.tsx';
import { actionsOf, titleOf } from './acts/record-actions.ts';
import type { AnyPageCode, AnyRow, RecordPageCode } from './record-code.ts';
import { columnsBeside, columnsOf } from './record-columns.tsx';
import { nameOfRow, type RecordCalls, RecordStore } from './record-store.ts';
import { inSentence, listed, recordText } from './record-texts.ts';
import { type RecordValues, searchOf } from './record-views.tsx';
import './record-page.css';

/** Pixels of a form with lines. */
const LINES_WIDTH = 1080;

type ListParts = ListPageProps<AnyRow, RecordValues>;

/** Comes with the first form that has texts or buttons between its fields. */
const blocksPart = new LatePart(() => import('./blocks/block-items.tsx'));
/** Comes with the first paper. */
const printPart = new LatePart(() => import('./record-print.ts'));
/** Comes with the first import. */
const importPart = new LatePart(() => import('./record-import.tsx'));
/** Only pages with a tree at the left need one. */
const treePage = new LatePart(() => import('../tree/tree-list-page.tsx'));
/** Only pages of lists that come whole. */
const branchPage = new LatePart(() => import('./branches/record-branch-page.tsx'));

/**
 * The page of a record, whole: list with search, sorting and column settings, tree at the left where the record has one, form with drafts, acts by the buttons
 * that the person holds. What is not said in `code` follows from the description.
 *
 * ```tsx
 * export const Page = recordPage(wardContract, { ask: { disable: (row, { t }) => t('ward.disableAsk', { beds: row.bedCount }) } });
 * ```
 */
export function recordPage<R extends AnyRecord, Routes extends RouteMap>(
  contract: RecordContract<R, Routes>,
  code: RecordPageCode<R> = {},
): ComponentType<PageProps> {
  const parts = { contract: contract as unknown as AnyContract, code: code as unknown as AnyPageCode };
  return ({ menu }) => <SitePage {...parts} menu={menu} />;
}

/** The same as a part of another page, such as a tab: it has no head of its own, and the buttons of its acts are those of that page's menu. */
export function recordTab<R extends AnyRecord, Routes extends RouteMap>(contract: RecordContract<R, Routes>, code: RecordPageCode<R> = {}): ComponentType {
  const parts = { contract: contract as unknown as AnyContract, code: code as unknown as AnyPageCode };
  return () => <SitePage {...parts} />;
}

/** The page of the record as the site has it. */
function SitePage({ contract, ...parts }: AnyRecordPageProps) {
  const { records } = usePlugin();
  const own = useMemo(() => ofSite(contract, records?.[contract.record.name]), [contract, records]);
  return (
    <KindViews record={own.record}>
      <AnyRecordPage {...parts} contract={own} />
    </KindViews>
  );
}

/** @param document that the server made of the site's overlay; undefined: the site changes nothing */
function ofSite(contract: AnyContract, document: unknown): AnyContract {
  if (document === undefined) return contract;
  return { ...contract, record: compileRecord(document as RecordDocument, kindsOfRecord(contract.record)) };
}

type AnyContract = RecordContract<AnyRecord, RouteMap>;
interface AnyRecordPageProps {
  /** Without one it is a part of another page. */
  readonly menu?: PageProps['menu'];
  readonly contract: AnyContract;
  readonly code: AnyPageCode;
}

/** Below the types: one page for every record, drawn or written. */
const AnyRecordPage = observer(function AnyRecordPage({ contract, code, menu }: AnyRecordPageProps) {
  const { record } = contract;
  const ctx = usePlugin();
  const { language } = ctx;
  const granted = useButtonCheck();
  const store = useStore(() => new RecordStore(record, createClient(contract, ctx.http) as unknown as RecordCalls, ctx, code, blocksPart));
  const { keeps, beside } = store;
  const mayEdit = keeps && record.acts.edit !== undefined && granted(buttonOf(record, 'edit'));
  const parts = useMemo((): ListParts => listParts(store, code, keeps), [store, code, keeps]);
  // Whoever holds codes of buttons is told why there are none.
  const told = !keeps && store.list.state.kind === 'ready' && (['create', 'edit'] as const).some((act) => record.acts[act] && granted(buttonOf(record, act)));
  const columns = useMemo(() => (beside.length > 0 ? [...parts.columns, ...columnsBeside(beside)] : parts.columns), [parts, beside]);
  const failed = beside.filter((column) => column.failed !== undefined);
  const list: ListParts = {
    ...parts,
    columns,
    ...(mayEdit && { onOpen: (row: AnyRow) => void store.edit(row) }),
    ...((told || failed.length > 0) && {
      children: (
        <>
          {told && <p className="nk-record-shared">{recordText('shared', language)}</p>}
          {failed.map(({ name, label, failed: reason = '' }) => (
            <p key={name} className="nk-record-shared" role="status">
              {recordText('besideFailed', language, { label, reason })}
            </p>
          ))}
        </>
      ),
    }),
  };
  const { editing, panel } = store;
  const opened = panel && code.rowActions?.find(({ button }) => button === panel.button);
  return (
    <>
      {!menu ? (
        <ListPage {...list} label={record.title[language]} settingsKey={record.name} />
      ) : record.whole ? (
        <WithBranches store={store} title={menu.fullName} list={list} />
      ) : store.tree ? (
        <WithTree store={store} title={menu.fullName} list={list} />
      ) : (
        <ListPage {...list} title={menu.fullName} index />
      )}
      <EditDialog
        form={editing?.form ?? null}
        title={editing ? formTitle(store, editing, language) : ''}
        onSave={store.save}
        onSaved={(id) => store.saved(id)}
        onClose={() => store.closeForm()}
        width={record.fields.some(({ cells }) => cells) ? LINES_WIDTH : undefined}
      />
      {store.importing && <WithImport store={store} />}
      {panel && <Fragment key={panel.row.id}>{opened?.panel?.(panel.row, store.closePanel, store)}</Fragment>}
    </>
  );
});

function formTitle({ record }: RecordStore, { mode, row }: NonNullable<RecordStore['editing']>, language: Language): string {
  const title = record.title[language];
  if (!row) return recordText('add', language, { title: inSentence(title, language) });
  return recordText(mode === 'edit' ? 'editOne' : 'copyOne', language, { title, name: nameOfRow(record, row) });
}

/** @param keeps without it nothing is added or changed */
function listParts(store: RecordStore, code: AnyPageCode, keeps: boolean): ListParts {
  const { record, ctx } = store;
  const { acts } = record;
  const { language } = ctx;
  const title = inSentence(record.title[language], language);
  const labelled = record.fields.filter(({ name }) => record.keyword.includes(name)).map(({ label }) => label[language]);
  const placeholder = labelled.length > 0 ? recordText('keyword', language, { fields: listed(labelled, language) }) : kitTextIn(language)('keyword');
  const withheld = withheldFields(record, (right) => ctx.can(right));
  const narrowed = record.fields.filter(({ name }) => record.filter.includes(name) && !withheld.has(name) && name !== record.left?.narrows);
  const add: ToolbarAction = {
    key: 'add',
    text: recordText('add', language, { title }),
    button: buttonOf(record, 'create'),
    primary: true,
    icon: <IconPlus />,
    onClick: () => store.create(),
  };
  const bringIn: ToolbarAction = {
    key: 'import',
    text: recordText('import', language),
    button: buttonOf(record, 'import'),
    icon: <IconUpload />,
    onClick: () => store.openImport(),
  };
  const onPaper: ToolbarAction = {
    key: 'print',
    text: recordText('print', language),
    button: buttonOf(record, 'print'),
    icon: <IconPrint />,
    onClick: () => printPart.fetch().then(({ printList }) => printList(store, code)),
  };
  const own = (code.toolbar ?? []).map(({ button, icon, run }): ToolbarAction => {
    return { key: button, text: titleOf(record, button, language), button, icon, onClick: () => run(store) };
  });
  return {
    store: store.list,
    columns: columnsOf(record, language, code, () => store.totals, withheld),
    search: [
      { kind: 'text', name: 'keyword', label: recordText('find', language), placeholder } as never, // the filter is by names that only the record knows
      ...narrowed.map((field) => searchOf(field, language, record)).filter((field) => field !== undefined),
    ],
    toolbar: [...(keeps && acts.create ? [add] : []), ...(keeps && acts.import ? [bringIn] : []), ...(acts.print ? [onPaper] : []), ...own],
    ...(acts.export && { toolbarExtra: <ExportButton button={buttonOf(record, 'export')} call={store.exportAll} /> }),
    rowActions: actionsOf(store, code),
    ...(code.inlineActions !== undefined && { inlineActions: code.inlineActions }),
    rowClass: (row) => (row.enabledMark === 0 ? 'nk-record-off' : undefined),
    emptyText: code.none?.(ctx) ?? recordText('none', language, { title }),
  };
}

function WithImport({ store }: { readonly store: RecordStore }) {
  const part = useLatePart(importPart);
  return part ? <part.RecordImport store={store} /> : null;
}

interface WithTreeProps {
  readonly store: RecordStore;
  readonly title: string;
  readonly list: ListParts;
}

const WithTree = observer(function WithTree({ store, title, list }: WithTreeProps) {
  const part = useLatePart(treePage);
  if (!part || !store.tree) return <ListSkeleton />;
  const { TreeListPage } = part;
  return <TreeListPage {...list} title={title} treeLabel={store.left?.label ?? ''} tree={store.tree} onSelectNode={({ id }) => store.narrow(id)} />;
});

const WithBranches = observer(function WithBranches({ store, title, list }: WithTreeProps) {
  const part = useLatePart(branchPage);
  if (!part || !store.left) return <ListSkeleton />;
  const { RecordBranchPage } = part;
  const [keyword] = list.search ?? [];
  const searchHint = keyword && 'placeholder' in keyword ? String(keyword.placeholder) : '';
  const { toolbar = [], emptyText = '', onOpen } = list;
  return <RecordBranchPage {...{ store, title, toolbar, searchHint, emptyText, onOpen }} left={store.left} />;
});
