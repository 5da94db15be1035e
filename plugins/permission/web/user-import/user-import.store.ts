import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type ImportCalls, ImportStore } from '@nephra/plugin-sdk/widgets';
import { type PreviewRow, userImportContract } from '../../contract/index.ts';
import { inManagerOrder } from '../../domain/user-import/compare-rows.ts';

/** Import of users: managers are sent before those who report to them. */
export const userImportStore = (ctx: Pick<WebContext, 'http' | 'drafts' | 'language'>): ImportStore<PreviewRow> =>
  new ImportStore<PreviewRow>(ctx, {
    calls: createClient(userImportContract, ctx.http) satisfies ImportCalls<PreviewRow>,
    draftKey: 'user-import',
    inOrder: (rows) => inManagerOrder(rows.map((row) => ({ account: row.account ?? '', manager: row.manager, row }))).map(({ row }) => row),
    sent: ({ errors: _errors, errorsInfo: _info, imported: _imported, manager: _manager, ...row }) => row,
  });
