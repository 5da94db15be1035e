import { type AnyRecord, buttonOf, type RecordButtonAct } from '@nephra/plugin-sdk/record';
import type { RenderedPage } from '@nephra/plugin-sdk/testing';
import { nameOf } from '../../../../plugin-sdk/testing/accessible.ts';

/** A button of the page and the code without which it is not there. */
export interface CodedButton {
  readonly text: string;
  readonly code: string;
  /** Whether the code alone brings it: what a plugin adds may depend on the row, too. */
  readonly alone: boolean;
}

const TEXTS: Readonly<Record<RecordButtonAct, string>> = {
  create: '',
  edit: '编辑',
  remove: '删除',
  state: '停用',
  import: '导入',
  export: '导出',
  print: '打印',
};

/** Buttons of the page of a record whose row is enabled. @param add text of the one that adds a row */
export function codedButtons(record: AnyRecord, add: string): readonly CodedButton[] {
  const codeOf = (act: RecordButtonAct): string => `${record.menu}:${buttonOf(record, act)}`;
  const acts = (Object.keys(TEXTS) as RecordButtonAct[]).filter((act) => record.acts[act]);
  return [
    ...acts.map((act) => ({ text: act === 'create' ? add : TEXTS[act], code: codeOf(act), alone: true })),
    ...(record.acts.copy ? [{ text: '复制', code: codeOf('create'), alone: true }] : []),
    ...record.buttons.map(({ enCode, title }) => ({ text: title.zh, code: `${record.menu}:${enCode}`, alone: false })),
  ];
}

/** Ways to hold some of the codes, numbered: two codes are told apart by one of them. */
export const MIXTURES = [0, 1, 2, 3] as const;
export const someOf = (buttons: readonly CodedButton[], mixture: number): readonly string[] =>
  [...new Set(buttons.map(({ code }) => code))].toSorted().filter((_, at) => ((at + 1) >> mixture) % 2 === 1);

/** Names of all buttons that stand there, those in the menu of the first row among them. */
export async function buttonsOffered(shown: RenderedPage): Promise<ReadonlySet<string>> {
  const direct = shown.all('button').map(nameOf);
  const [more] = shown.all('button', '更多');
  if (!more) return new Set(direct);
  await shown.click(more);
  const inMenu = shown.all('menuitem').map(nameOf);
  await shown.press(document.activeElement ?? document.body, 'Escape');
  return new Set([...direct, ...inMenu]);
}
