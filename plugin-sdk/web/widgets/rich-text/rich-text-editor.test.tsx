import type { RichText } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext, type FakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FormPanel } from '../form/form-panel.tsx';
import { FormStore } from '../form/form-store.ts';
import { RichTextEditor, type RichTextEditorProps } from './rich-text-editor.tsx';
import { RichTextPreview } from './rich-text-preview.tsx';
import { RichTextView } from './rich-text-view.tsx';

const plain = (insert: string): RichText => ({ ops: [{ insert }] });

let context: FakeWebContext;
let page: RenderedPage | undefined;
let value: RichText | null = null;
let setFromOutside: (text: RichText) => void = () => undefined;
const draw = async (element: Parameters<typeof renderElement>[0]) => {
  page = await renderElement(element, { context });
  return page;
};
beforeEach(() => {
  context = createFakeWebContext();
});
afterEach(async () => {
  await page?.unmount();
  expect(context.live()).toEqual([]);
  page = undefined;
});

function Held({ start = null, ...rest }: Partial<RichTextEditorProps> & { readonly start?: RichText | null }) {
  const [text, setText] = useState(start);
  value = text;
  setFromOutside = setText;
  return <RichTextEditor label="病程" value={text} onChange={setText} {...rest} />;
}
const ready = async (props: Parameters<typeof Held>[0] = {}) => {
  const drawn = await draw(<Held {...props} />);
  const box = await drawn.until(() => drawn.find('textbox', '病程'));
  return { ...drawn, box };
};
/** Puts the cursor, or a selection, into the text as a press of the mouse would. */
async function select(box: HTMLElement, from: number, to: number): Promise<void> {
  await act(async () => {
    const node = document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode();
    if (!node) throw new Error('nothing to select');
    box.focus();
    document.getSelection()?.setBaseAndExtent(node, from, node, to);
    document.dispatchEvent(new Event('selectionchange'));
  });
}
describe('[2.6-17] rich-text editor', () => {
  it('has every tool of the specification, each with a name, behind one stop of the Tab key', async () => {
    const { get, all } = await ready();
    const bar = get('toolbar', '文字格式');
    const tools = [...bar.querySelectorAll<HTMLElement>('button, select')];
    expect(tools.map((one) => one.getAttribute('aria-label'))).toEqual(
      '撤销 重做 标题级别 字号 加粗 斜体 下划线 删除线 文字颜色 背景颜色 编号列表 项目符号 减少缩进 增加缩进 对齐方式 从右向左书写 引用 代码块 链接 插入图片 清除格式'.split(
        ' ',
      ),
    );
    expect(tools.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    const choices = (name: string) => [...get('combobox', name).querySelectorAll('option')].map((one) => one.textContent);
    expect(choices('标题级别')).toEqual(['正文', '标题 1', '标题 2', '标题 3', '标题 4', '标题 5', '标题 6']);
    expect(choices('字号')).toEqual(['常规', '小', '大', '特大']);
    expect(choices('对齐方式')).toEqual(['左对齐', '居中', '右对齐', '两端对齐']);
    expect(all('textbox')[0]?.getAttribute('aria-multiline')).toBe('true');
  });

  it('arrows walk through the tools; Tab is left to the browser in the text, too', async () => {
    const { get, press, box } = await ready({ start: plain('a\n') });
    await press(get('button', '撤销'), 'ArrowLeft');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('清除格式');
    await press(get('button', '清除格式'), 'ArrowRight');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('撤销');
    await select(box, 0, 0);
    const event = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true });
    await act(async () => void box.dispatchEvent(event));
    expect([event.defaultPrevented, box.textContent]).toEqual([false, 'a']);
  });

  it('a link is typed below the tools; only an address that leads somewhere is taken', async () => {
    const { get, click, type, press, box, text } = await ready({ start: plain('abc\n') });
    await select(box, 0, 3);
    await click(get('button', '链接'));
    await type(get('textbox', '链接地址'), 'javascript:alert(1)');
    await click(get('button', '应用'));
    expect(text()).toContain('链接须以 http://、https://、mailto: 或 tel: 开头');
    await type(get('textbox', '链接地址'), 'https://example.org');
    await press(get('textbox', '链接地址'), 'Enter');
    expect(value).toEqual({ ops: [{ insert: 'abc', attributes: { link: 'https://example.org' } }, { insert: '\n' }] });
  });

  it('takes another value from outside, as when a form is reset', async () => {
    const drawn = await draw(<Held start={plain('one\n')} />);
    const box = await drawn.until(() => drawn.find('textbox', '病程'));
    await act(async () => setFromOutside(plain('two\n')));
    expect(box.textContent).toBe('two');
  });

  it.each([{ readOnly: true }, { disabled: true }])('%o: the text alone', async (look) => {
    const drawn = await draw(
      <RichTextEditor label="病程" value={{ ops: [{ insert: 'a', attributes: { bold: true } }] }} onChange={() => undefined} {...look} />,
    );
    await drawn.until(() => drawn.container.querySelector('strong'));
    expect([drawn.find('textbox'), drawn.find('toolbar'), drawn.text()]).toEqual([undefined, undefined, 'a']);
  });
});

describe('rich text to read', () => {
  it('is drawn as HTML of the closed list; its beginning stands in cells', async () => {
    const text = { ops: [{ insert: '一', attributes: { bold: true as const } }, { insert: '行\n<b>二</b>\n' }] };
    const { container, text: words } = await draw(
      <>
        <RichTextView text={text} />
        <RichTextPreview text={text} max={4} />
        <RichTextPreview text={null} />
      </>,
    );
    expect(container.querySelector('strong')?.textContent).toBe('一');
    expect(words()).toContain('一行 …');
  });
});

describe('field kind richText', () => {
  it('is required like others, keeps the form while it is too long, and takes the cursor at a complaint', async () => {
    const form = new FormStore<{ note: RichText | null }>({
      fields: [{ kind: 'richText', name: 'note', label: '病程', required: true, maxCharacters: 2 }],
      initial: { note: null },
    });
    const drawn = await draw(<FormPanel form={form} />);
    const box = await drawn.until(() => drawn.find('textbox', '病程'));
    expect(await act(() => form.submit(async () => 1))).toEqual({ kind: 'invalid' });
    expect(form.errorText('note', 'zh')).toBe('病程不能为空');
    expect(document.activeElement).toBe(box);
    await act(async () => form.set('note', plain('透析室\n')));
    expect(await act(() => form.submit(async () => 1))).toEqual({ kind: 'invalid' });
    expect(form.errorText('note', 'zh')).toBe('内容最多 2 个字符，请删减');
    await act(async () => form.set('note', plain('透析\n')));
    expect(await act(() => form.submit(async () => 1))).toEqual({ kind: 'saved', result: 1 });
    form.dispose();
  });
});
