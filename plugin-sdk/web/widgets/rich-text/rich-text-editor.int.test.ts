/** In a real browser under the policy of the product's pages: selections, the clipboard and what may run are the browser's own. */
import { build } from 'esbuild';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHROMIUM_ARGS, findChromium } from '../../../../tools/test/chromium.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const POLICY = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:";
const HTML =
  '<!doctype html><meta charset="utf-8"><title>kit</title><link rel="stylesheet" href="/kit.css"><div id="place"></div><script src="/kit.js"></script>';
const PICTURE = `/api/file/Image/annexpic/20260302_${'a'.repeat(32)}.png`;

interface Seen {
  value: { ops: { insert: unknown; attributes?: object }[] } | null;
  told: string[];
  holds: (string | undefined)[];
  shown(): { made: string; kept: string };
}

let browser: Browser;
let page: Page;
const files = new Map<string, string>();
const faults: string[] = [];

beforeAll(async () => {
  const bundle = await build({
    entryPoints: [path.join(here, 'rich-text-editor.fixture.tsx')],
    bundle: true,
    write: false,
    outdir: 'out',
    jsx: 'automatic',
    format: 'iife',
    conditions: ['nephra-source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  for (const { path: name, text } of bundle.outputFiles) files.set(name.endsWith('.css') ? '/kit.css' : '/kit.js', text);
  browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
});
afterAll(async () => browser?.close());

beforeEach(async () => {
  faults.length = 0;
  page = await browser.newPage();
  page.on('pageerror', ({ message }) => faults.push(message));
  // Of what is pasted the browser reads a copy, and says of handlers in it that they do not run.
  page.on('console', (message) => message.type() === 'error' && !message.text().startsWith('Executing inline event handler') && faults.push(message.text()));
  await page.route('http://kit.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const body = files.get(pathname) ?? (pathname === '/' ? HTML : '');
    const contentType = pathname.endsWith('.css') ? 'text/css' : pathname.endsWith('.js') ? 'text/javascript' : 'text/html';
    return route.fulfill({ body, contentType, headers: { 'content-security-policy': POLICY } });
  });
  await page.goto('http://kit.test/');
  await page.getByRole('textbox', { name: 'Note' }).waitFor();
});
afterEach(async () => {
  await page.close();
  expect(faults).toEqual([]);
});

const box = () => page.getByRole('textbox', { name: 'Note' });
const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
const seen = () => page.evaluate(() => ({ ...(window as unknown as { seen: Seen }).seen, shown: undefined })); // only the page has it
const value = async () => (await seen()).value;
const told = async () => (await seen()).told;

async function paste(content: { html?: string; text?: string; picture?: string }): Promise<void> {
  await box().focus();
  await box().evaluate((element, { html, text, picture }) => {
    const data = new DataTransfer();
    if (html !== undefined) data.setData('text/html', html);
    if (text !== undefined) data.setData('text/plain', text);
    if (picture !== undefined) data.items.add(new File(['abc'], picture, { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, content);
}

describe('[2.6-17] rich-text editor in a browser', () => {
  it('marks what is selected, makes lists and headings, and gives a Delta of the closed list', async () => {
    await box().pressSequentially('abc');
    await page.keyboard.press('Shift+ArrowLeft');
    await tool('Bold').click();
    expect(await value()).toEqual({ ops: [{ insert: 'ab' }, { insert: 'c', attributes: { bold: true } }, { insert: '\n' }] });
    expect(await tool('Bold').getAttribute('aria-pressed')).toBe('true');
    await tool('Text colour').click();
    await page.getByRole('button', { name: 'Colour 2', exact: true }).click();
    expect((await value())?.ops[1]).toEqual({ insert: 'c', attributes: { bold: true, color: '#a8071a' } });
    await tool('Numbered list').click();
    await tool('More indent').click();
    expect((await value())?.ops.at(-1)).toEqual({ insert: '\n', attributes: { list: 'ordered', indent: 1 } });
    await page.getByRole('combobox', { name: 'Heading' }).selectOption('Heading 3');
    expect((await value())?.ops.at(-1)?.attributes).toMatchObject({ header: 3 });
    await tool('Code block').click();
    expect((await value())?.ops.at(-1)?.attributes).toMatchObject({ 'code-block': true });
  });

  it('each look of the toolbar is one that the cleaning keeps, also as HTML that is shown', async () => {
    await box().pressSequentially('abc');
    await page.keyboard.press('ControlOrMeta+a');
    for (const name of ['Bold', 'Italic', 'Underline', 'Strikethrough']) await tool(name).click();
    await page.getByRole('combobox', { name: 'Size' }).selectOption('Huge');
    await page.getByRole('combobox', { name: 'Alignment' }).selectOption('Centre');
    await tool('Right to left').click();
    await tool('More indent').click();
    const [first, second] = (await value())?.ops ?? [];
    expect(first?.attributes).toEqual({ bold: true, italic: true, underline: true, strike: true, size: 'huge' });
    expect(second?.attributes).toEqual({ align: 'center', direction: 'rtl', indent: 1 });
    const { made, kept } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen.shown()); // only the page has it
    const even = (html: string) => html.replace(/;? ?"/g, '"').replace(/\s+/g, ' ');
    expect(even(kept)).toBe(even(made));
  });

  it('Tab leads out of the text, and back to the tools', async () => {
    await box().focus();
    await page.keyboard.press('Tab');
    expect(await page.getByLabel('after').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Undo');
    await page.keyboard.press('Shift+Tab');
    expect(await page.getByLabel('before').evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('says what is too much; nothing is an empty value', async () => {
    await paste({ text: 'x'.repeat(41) });
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe('At most 40 characters; please shorten the text');
    expect((await seen()).holds.at(-1)).toBe('At most 40 characters; please shorten the text');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    expect(await value()).toBeNull();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('what is pasted from Word keeps looks of the list only, and no foreign picture', async () => {
    await paste({
      html: `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment--><p class="MsoNormal" style="font-family:Arial;color:#123456;margin:9pt" onclick="x()"><b>A</b> <a href="javascript:x()">B</a><a href="https://a.b">C</a><img src="https://a.b/x.png"><font face="x">D</font></p><!--EndFragment--></body></html>`,
    });
    expect(await value()).toEqual({
      ops: [{ insert: 'A', attributes: { bold: true } }, { insert: ' B' }, { insert: 'C', attributes: { link: 'https://a.b' } }, { insert: 'D\n' }],
    });
    expect(await told()).toEqual(['Pictures in what was pasted were left out; save and upload them']);
    expect(await box().locator('img').count()).toBe(0);
  });

  it('a picture that is pasted goes to the file storage, and its address into the text', async () => {
    await paste({ picture: 'wound.png' });
    await box().locator('img').waitFor();
    expect((await value())?.ops[0]).toEqual({ insert: { image: PICTURE }, attributes: { alt: 'wound.png' } });
  });

  it('a link to anything but a page, a mailbox or a telephone is not taken', async () => {
    await box().pressSequentially('abc');
    await page.keyboard.press('ControlOrMeta+a');
    await tool('Link').click();
    await page.getByRole('textbox', { name: 'Address of the link' }).fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('A link begins with http://, https://, mailto: or tel:');
    await page.getByRole('textbox', { name: 'Address of the link' }).fill('mailto:a@b.c');
    await page.keyboard.press('Enter');
    expect((await value())?.ops[0]).toEqual({ insert: 'abc', attributes: { link: 'mailto:a@b.c' } });
  });
});
