import { DAY_MS, parseDay } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import { figuresContract } from '../contract/index.ts';
import { FiguresStore } from './figures.store.ts';

const { routes } = figuresContract;
const TODAY = '2026-03-04';

function started() {
  let now = parseDay(TODAY) + DAY_MS / 2;
  const context = createFakeWebContext({ now: () => now });
  context.http.answer(routes.panels, ({ query }) => ({ ...query, before: query, today: TODAY, at: now, list: [] }));
  const asked = () => context.http.callsOf(routes.panels).map(({ input }) => input.query);
  const sleep = (ms: number): void => {
    now += ms;
  };
  return { context, asked, store: new FiguresStore(context), sleep };
}

describe('days of one’s own', () => {
  it('that lie ahead say why; nothing is asked or kept, and what is shown stays', async () => {
    const { store, asked, context } = started();
    await store.load();
    const { answer } = store;
    await store.chooseDay('endDate', '2026-03-05');
    expect([store.flaw?.key, store.days.endDate, asked().length]).toEqual(['in-future', '2026-03-05', 1]);
    expect(store.answer).toBe(answer);
    expect(context.record.drafts.size).toBe(0);
    await store.chooseDay('endDate', '2026-03-03');
    expect([store.flaw, asked().at(-1)]).toEqual([null, { startDate: '2026-03-01', endDate: '2026-03-03' }]);
  });

  it('take the other day along where it would lie on the wrong side', async () => {
    const { store, asked } = started();
    await store.chooseDay('endDate', '2026-02-10');
    await store.chooseDay('startDate', '2026-02-12');
    expect(asked()).toEqual([
      { startDate: '2026-02-10', endDate: '2026-02-10' },
      { startDate: '2026-02-12', endDate: '2026-02-12' },
    ]);
  });
});

describe('a page that stays open', () => {
  it('over midnight reads the month as it is then', async () => {
    const { store, asked, sleep } = started();
    await store.load();
    sleep(DAY_MS);
    await store.load();
    expect(asked().at(-1)).toEqual({ startDate: '2026-03-01', endDate: '2026-03-05' });
  });

  it('shows the answer to the last choice, however late an older one comes', async () => {
    const { store, context } = started();
    let comes = (): void => {};
    const late = new Promise<void>((done) => {
      comes = done;
    });
    context.http.answer(routes.panels, async ({ query }) => {
      if (query.startDate === '2026-01-01') await late;
      return { ...query, before: query, today: TODAY, at: 0, list: [] };
    });
    const year = store.choose({ kind: 'year' });
    await store.choose({ kind: 'today' });
    comes();
    await year;
    expect([store.answer?.startDate, store.loading]).toEqual([TODAY, false]);
  });

  it('forgets figures that could not be read anew: older ones would be taken for those of the new days', async () => {
    const { store, context } = started();
    await store.load();
    context.http.refuse(routes.panels, { error: 'network' });
    await store.choose({ kind: 'year' });
    expect([store.answer, store.error === null]).toEqual([null, false]);
  });
});
