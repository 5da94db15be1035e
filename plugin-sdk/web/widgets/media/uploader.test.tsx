import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext, type FakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { act, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FormPanel } from '../form/form-panel.tsx';
import { FormStore } from '../form/form-store.ts';
import { AttachmentList } from './attachment-list.tsx';
import { FileCount } from './file-count.tsx';
import { PictureRow } from './picture-row.tsx';
import { FileUploader, type FileUploaderProps, ImageUploader } from './uploader.tsx';

const ID = (n: number, extension: string) => `20260302_${String(n).repeat(32)}.${extension}`;
const PDF: UploadedFile = { name: '检查报告.pdf', fileId: ID(1, 'pdf'), url: `/api/file/Download/annex/${ID(1, 'pdf')}`, fileSize: 2048 };
const ZIP: UploadedFile = { name: '影像.zip', fileId: ID(2, 'zip'), url: `/api/file/Download/annex/${ID(2, 'zip')}` };
const picture = (n: number): UploadedFile => ({ name: `照片${n}.png`, fileId: ID(n, 'png'), url: `/api/file/Image/annexpic/${ID(n, 'png')}` });

let context: FakeWebContext;
let page: RenderedPage | undefined;
let value: readonly UploadedFile[] = [];
const draw = async (element: Parameters<typeof renderElement>[0]) => {
  page = await renderElement(element, { context });
  return page;
};
beforeEach(() => {
  context = createFakeWebContext();
  value = [];
});
afterEach(async () => {
  await page?.unmount();
  expect(context.live()).toEqual([]);
  page = undefined;
});

function Held({ start = [], pictures, ...rest }: Partial<FileUploaderProps> & { readonly start?: readonly UploadedFile[]; readonly pictures?: boolean }) {
  const [files, setFiles] = useState(start);
  value = files;
  const Uploader = pictures ? ImageUploader : FileUploader;
  return <Uploader label="资料" value={files} onChange={setFiles} {...rest} />;
}
const ready = async (props: Parameters<typeof Held>[0] = {}) => {
  const drawn = await draw(<Held {...props} />);
  await drawn.until(() => drawn.find('group', '资料') ?? drawn.find('list'));
  return drawn;
};
const filesOf = (...files: File[]) => files as unknown as FileList;

async function choose({ container, settle }: RenderedPage, ...files: File[]): Promise<void> {
  const input = container.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('there is no place for files');
  await act(async () => {
    Object.defineProperty(input, 'files', { value: filesOf(...files), configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await settle();
}
/** Browsers give files with these events; the window of tests has no constructor for that. */
async function bring({ get, settle }: RenderedPage, kind: 'paste' | 'drop', ...files: File[]): Promise<void> {
  const event = new Event(kind, { bubbles: true, cancelable: true });
  const data = { files: filesOf(...files), types: ['Files'], getData: () => '' };
  Object.assign(event, kind === 'paste' ? { clipboardData: data } : { dataTransfer: data });
  await act(async () => void get('group', '资料').dispatchEvent(event));
  await settle();
}
const text = (name: string) => new File(['abc'], name, { type: 'text/plain' });
const png = (name: string) => new File(['abc'], name, { type: 'image/png' });

describe('file uploader', () => {
  it('[2.6-08] [5-19] says what it takes; files come by choice, by paste and by drop', async () => {
    const drawn = await ready({ accept: '.txt' });
    expect(drawn.text()).toContain('只能上传不超过5MB的.txt文件');
    await choose(drawn, text('a.txt'), text('b.txt'));
    await bring(drawn, 'paste', text('c.txt'));
    await bring(drawn, 'drop', text('d.txt'));
    expect(value.map(({ name, fileSize }) => [name, fileSize])).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((name) => [name, 3]));
    expect(drawn.all('listitem').map((one) => one.textContent)).toEqual(['txta.txt1 KB', 'txtb.txt1 KB', 'txtc.txt1 KB', 'txtd.txt1 KB']);
    await drawn.click(drawn.get('button', '移除“b.txt”'));
    expect(value.map(({ name }) => name)).toEqual(['a.txt', 'c.txt', 'd.txt']);
  });

  it('[5-17] [5-18] [5-16] what is not taken is said', async () => {
    const drawn = await ready({ accept: '.pdf', max: 1, limit: 1, unit: 'KB' });
    await choose(drawn, text('a.txt'));
    await choose(drawn, new File(['x'.repeat(1024)], 'b.pdf'));
    await choose(drawn, new File(['x'], 'c.pdf'), new File(['x'], 'd.pdf'));
    expect(context.record.toasts.map((one) => one.text)).toEqual(['请选择.pdf类型的文件', '文件大小超过1KB', '当前限制最多可以上传1个文件']);
    expect(value.map(({ name }) => name)).toEqual(['c.pdf']);
  });

  it('one that got no answer says so and goes again', async () => {
    let tries = 0;
    const drawn = await ready({
      upload: async (file, options) => {
        tries += 1;
        if (tries === 1) throw new ApiError({ code: 0, error: 'network', message: '' });
        return context.files.upload(file, options);
      },
    });
    await choose(drawn, text('a.txt'));
    expect(drawn.get('alert').textContent).toBe('上传失败：网络连接中断，请检查网络后重试');
    await drawn.click(drawn.get('button', '重新上传“a.txt”'));
    expect(value.map(({ name }) => name)).toEqual(['a.txt']);
  });

  it('while one is on its way it shows how far, and can be called off', async () => {
    let signal: AbortSignal | undefined;
    const drawn = await ready({
      upload: (_file, options = {}) => {
        signal = options.signal;
        options.onProgress?.(1, 2);
        return new Promise(() => undefined);
      },
    });
    await choose(drawn, text('a.txt'));
    expect(drawn.container.querySelector('progress[aria-label="“a.txt”的上传进度"]')?.getAttribute('value')).toBe('50');
    await drawn.click(drawn.get('button', '取消上传“a.txt”'));
    expect([signal?.aborted, drawn.find('list')]).toEqual([true, undefined]);
  });

  it('[5-15] a large file is stopped and goes on where it was; removed while it is stopped, its parts are thrown away', async () => {
    const calls: { readonly signal?: AbortSignal; finish: () => void }[] = [];
    const drawn = await ready({
      limit: 50,
      upload: (file, options = {}) =>
        new Promise((resolve, reject) => {
          const { signal } = options;
          const fail = () => reject(new ApiError({ code: 0, error: 'aborted', message: '' }));
          calls.push({ signal, finish: () => resolve(context.files.upload(file, options)) });
          if (signal?.aborted) return fail();
          signal?.addEventListener('abort', fail);
          // What the server has of it already.
          options.onProgress?.(calls.length === 1 ? 3 : 6, 12);
        }),
    });
    const large = text('影像.txt');
    Object.defineProperty(large, 'size', { value: 12_000_000 });
    await choose(drawn, large);
    await drawn.click(drawn.get('button', '暂停上传“影像.txt”'));
    expect(calls[0]?.signal?.reason).toBe('paused');
    expect(drawn.get('listitem').textContent).toContain('已暂停，已上传 25%');
    await drawn.click(drawn.get('button', '继续上传“影像.txt”'));
    expect(drawn.container.querySelector('progress')?.getAttribute('value')).toBe('50');
    await act(async () => calls[1]?.finish());
    expect(value.map(({ name }) => name)).toEqual(['影像.txt']);

    await choose(drawn, large);
    await drawn.click(drawn.get('button', '暂停上传“影像.txt”'));
    await drawn.click(drawn.get('button', '取消上传“影像.txt”'));
    expect([calls.length, calls[3]?.signal?.aborted, calls[3]?.signal?.reason === 'paused']).toEqual([4, true, false]);
    expect(drawn.all('listitem')).toHaveLength(1);
  });

  it('disabled it takes nothing and removes nothing', async () => {
    const drawn = await ready({ disabled: true, start: [PDF] });
    expect(drawn.all('button').map((one) => (one as HTMLButtonElement).disabled)).toEqual([true, true]);
    await bring(drawn, 'drop', text('a.txt'));
    expect(value).toEqual([PDF]);
  });

  it('read-only it is a list of attachments', async () => {
    const drawn = await ready({ readOnly: true, start: [PDF] });
    expect(drawn.all('button').map((one) => one.getAttribute('aria-label'))).toEqual(['打开“检查报告.pdf”', '下载“检查报告.pdf”']);
  });
});

describe('image uploader', () => {
  it('[5-17] [5-18] takes pictures only, up to its number', async () => {
    const drawn = await ready({ pictures: true, max: 1 });
    expect(drawn.text()).toContain('只能上传不超过5MB的图片文件');
    await choose(drawn, text('a.txt'));
    await choose(drawn, png('b.png'), png('c.png'));
    expect(context.record.toasts.map((one) => one.text)).toEqual(['请上传图片', '当前限制最多可以上传1张图片']);
    expect(value.map(({ url }) => url)).toEqual([expect.stringMatching(/^\/api\/file\/Image\/annexpic\//)]);
    expect(drawn.container.querySelector('img[alt="b.png"]')?.getAttribute('src')).toBe(`${value[0]?.url}?size=480`);
  });

  it('pictures change places by buttons and by Alt and an arrow, which is said', async () => {
    const drawn = await ready({ pictures: true, start: [1, 2, 3].map(picture) });
    await drawn.click(drawn.get('button', '“照片1.png”后移'));
    expect(value.map(({ name }) => name)).toEqual(['照片2.png', '照片1.png', '照片3.png']);
    expect(drawn.text()).toContain('“照片1.png”现在是第 2 张，共 3 张');
    await drawn.press(drawn.get('button', '移除“照片3.png”'), 'ArrowLeft', { altKey: true });
    expect(value.map(({ name }) => name)).toEqual(['照片2.png', '照片3.png', '照片1.png']);
    expect(drawn.get('button', '“照片2.png”前移')).toHaveProperty('disabled', true);
  });
});

describe('attachments to read', () => {
  it('[2.4-26] a document and a picture open in the preview, another file is downloaded', async () => {
    const { get, click, all } = await draw(<AttachmentList files={[PDF, ZIP, picture(3)]} />);
    await click(get('button', '打开“检查报告.pdf”'));
    await click(get('button', '打开“照片3.png”'));
    expect(context.record.previews).toEqual([PDF, picture(3)]);
    for (const button of all('button', '下载“影像.zip”')) await click(button);
    expect(context.record.downloads).toEqual([ZIP, ZIP]);
    expect(all('listitem')[0]?.textContent).toBe('pdf检查报告.pdf2 KB');
  });

  it('a refusal is said', async () => {
    context = createFakeWebContext({
      files: { upload: context.files.upload, download: () => Promise.reject(new ApiError({ code: 404, error: 'core.file-missing', message: '文件不存在' })) },
    });
    const { all, click } = await draw(<AttachmentList files={[ZIP]} />);
    await click(all('button')[0] as HTMLElement);
    expect(context.record.toasts).toEqual([{ kind: 'error', text: '文件不存在' }]);
  });

  it('no files, many pictures, how many files', async () => {
    const { text: words, all } = await draw(
      <>
        <AttachmentList files={[]} />
        <PictureRow files={[1, 2, 3, 4].map(picture)} max={2} />
        <FileCount files={[PDF, ZIP]} />
        <FileCount files={null} />
      </>,
    );
    expect(words()).toBe('没有附件+22 个文件');
    expect(all('link')).toHaveLength(2);
  });
});

describe('field kinds files and images', () => {
  interface Form {
    files: readonly UploadedFile[];
    pictures: readonly UploadedFile[] | null;
  }
  const formWith = (upload?: FileUploaderProps['upload']) =>
    new FormStore<Form>({
      fields: [
        { kind: 'files', name: 'files', label: '资料', required: true, max: 2, ...(upload ? { upload } : {}) },
        { kind: 'images', name: 'pictures', label: '照片' },
      ],
      initial: { files: [], pictures: null },
    });

  it('are required like others, and keep the form while a file is on its way', async () => {
    let finish: (file: UploadedFile) => void = () => undefined;
    const form = formWith(() => new Promise((resolve) => (finish = resolve)));
    const drawn = await draw(<FormPanel form={form} />);
    await drawn.until(() => drawn.all('group').length === 2);
    const save = async (values: Form) => values.files.map(({ name }) => name);
    expect(await act(() => form.submit(save))).toEqual({ kind: 'invalid' });
    expect(drawn.get('alert').textContent).toBe('资料不能为空');
    await choose(drawn, text('a.txt'));
    await act(async () => form.set('files', [ZIP]));
    expect(await act(() => form.submit(save))).toEqual({ kind: 'invalid' });
    expect(form.errorText('files', 'zh')).toBe('文件还在上传，请稍候');
    await act(async () => finish(PDF));
    expect(await act(() => form.submit(save))).toEqual({ kind: 'saved', result: ['影像.zip', '检查报告.pdf'] });
    form.dispose();
  });
});
