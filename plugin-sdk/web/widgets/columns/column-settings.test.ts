import { describe, expect, it } from 'vitest';
import { sessionContract } from '../../../../shell/contract/index.ts';
import { createFakeHttp } from '@nephra/plugin-sdk/testing';
import { columnSettingsContract, columnSettingsOnServer } from './column-settings.ts';

describe('column settings on the server', () => {
  it('[7.16-03] [7.16-04] asks for what the shell serves', () => {
    const facts = ({ method, path, need }: { method: string; path: string; need: unknown }) => ({ method, path, need });
    expect(facts(columnSettingsContract.routes.load)).toEqual(facts(sessionContract.routes.columnSettings));
    expect(facts(columnSettingsContract.routes.save)).toEqual(facts(sessionContract.routes.saveColumnSettings));
  });

  it('[3-28] [7.16-04] saves moduleId and the list as JSON text, loads without a toast', async () => {
    const http = createFakeHttp();
    const port = columnSettingsOnServer(http);
    const settings = [{ prop: 'a', label: 'A', visible: false }];
    http.answer(columnSettingsContract.routes.load, settings);
    http.answer(columnSettingsContract.routes.save, null);
    expect(await port.load('m1')).toEqual(settings);
    // A server that knows no views answers with the columns alone.
    expect(await port.open?.('m1', 'v1')).toEqual({ columns: settings, view: null, refusal: '' });
    await port.save('m1', settings);
    expect(http.calls.map(({ input, options }) => ({ ...input, quiet: options.quiet }))).toEqual([
      { params: { id: 'm1' }, query: {}, quiet: true },
      { params: { id: 'm1' }, query: { view: 'v1' }, quiet: true },
      { body: { moduleId: 'm1', fieldList: JSON.stringify(settings) }, quiet: undefined },
    ]);
  });
});
