import type { Extension, HomeCard, HomeReader } from '@nephra/plugin-sdk/server';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../tests/support/silent-log.ts';
import { readHome } from './read-home.ts';

const text = (zh: string) => ({ zh, zhtw: `${zh}繁`, en: `${zh} en` });
const reader = (granted: readonly string[] = ['his.a', 'his.b', 'his.c']): HomeReader =>
  ({ can: (permission: string) => granted.includes(permission) }) as HomeReader;

/** A card with one figure, or one that behaves as told. */
const card = (id: string, read?: HomeCard['read']): Extension<HomeCard> => ({
  pluginId: 'site',
  value: {
    id,
    title: text(id),
    menu: `his.${id}`,
    read: read ?? (async () => ({ figures: [{ key: 'n', label: text('数'), unit: 'count', value: 7, yesterday: 5, tone: 'wait' }] })),
  },
});
const cards = [card('a'), card('b'), card('c')];
const read = (given: Partial<Parameters<typeof readHome>[0]> = {}) =>
  readHome({ cards, arrangement: [], reader: reader(), language: 'zh', log: silentLog, ...given });
const ids = async (given: Partial<Parameters<typeof readHome>[0]> = {}) => (await read(given)).map((one) => one.id);

describe('cards of the start page', () => {
  it('come in the order of the plugins, in the language of the reader', async () => {
    expect(await read({ language: 'zhtw', cards: [card('a')] })).toEqual([
      {
        id: 'site.a',
        title: 'a繁',
        menu: 'his.a',
        figures: [{ key: 'n', label: '数繁', unit: 'count', value: 7, yesterday: 5, tone: 'wait' }],
        rows: [],
        failed: false,
        hidden: false,
      },
    ]);
    expect(await ids()).toEqual(['site.a', 'site.b', 'site.c']);
  });

  it('say of each row what it opens, or that it opens nothing', async () => {
    const opens = { menu: 'his.a', query: { id: 'p1' } };
    const rows = [
      { key: 'p1', text: '赵一', note: '', opens },
      { key: 'p2', text: '钱二', note: '' },
    ];
    const [one] = await read({ cards: [card('a', async () => ({ figures: [], rows }))] });
    expect(one?.rows.map((row) => row.opens)).toEqual([opens, null]);
  });

  it('are those of menus that the reader may open; others are not even read', async () => {
    const asked: string[] = [];
    const spying = ['a', 'b'].map((id) =>
      card(id, async () => {
        asked.push(id);
        return null;
      }),
    );
    expect(await ids({ cards: spying, reader: reader(['his.b']) })).toEqual([]);
    expect(asked).toEqual(['b']);
  });

  it('stand where the reader put them; new ones follow, and what was put away is named but not read', async () => {
    const asked: string[] = [];
    const away = card('c', async () => {
      asked.push('c');
      return { figures: [] };
    });
    const arrangement = [
      { prop: 'site.c', visible: false },
      { prop: 'site.b', visible: true },
      { prop: 'site.gone', visible: true },
    ];
    const list = await read({ cards: [card('a'), card('b'), away], arrangement });
    expect(list.map((one) => [one.id, one.hidden])).toEqual([
      ['site.c', true],
      ['site.b', false],
      ['site.a', false],
    ]);
    expect(asked).toEqual([]);
  });

  it('that fail, or never answer, say so and keep no other from being shown', async () => {
    const broken = card('a', () => Promise.reject(new Error('no table')));
    const silent = card('b', () => new Promise(() => {}));
    const list = await read({ cards: [broken, silent, card('c')], limitMs: 20 });
    expect(list.map((one) => [one.id, one.failed, one.figures.length])).toEqual([
      ['site.a', true, 0],
      ['site.b', true, 0],
      ['site.c', false, 1],
    ]);
  });
});
