/** In a real browser: the cleaner leans on the browser's own parser, which a DOM made for tests does not have. */
import { build } from 'esbuild';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM_ARGS, findChromium } from '../../../../tools/test/chromium.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

interface Kit {
  message(html: string): string;
  document(html: string): string;
  text(html: string): string;
  print(html: string, css: string): Promise<{ body: string; font: string; title: string; mode: string; sandbox: string; left: number }>;
  touched: boolean;
}

let browser: Browser;
let page: Page;

beforeAll(async () => {
  const bundle = await build({
    stdin: {
      contents: `
        import { safeDocumentFragment, safeFragment, textOfHtml } from './safe-html.tsx';
        import { printDocument } from './print-document.ts';
        const htmlOf = (fragment) => { const box = document.createElement('div'); box.append(fragment); document.body.append(box); return box.innerHTML; };
        window.kit = {
          touched: false,
          message: (html) => htmlOf(safeFragment(html)),
          document: (html) => htmlOf(safeDocumentFragment(html)),
          text: textOfHtml,
          print: async (html, css) => {
            let seen;
            const watch = new MutationObserver(() => {
              const frame = document.querySelector('.nk-print-frame');
              if (!frame || seen) return;
              frame.contentWindow.print = () => {
                const page = frame.contentDocument;
                const heading = page.querySelector('h1');
                seen = { body: page.body.innerHTML, font: heading ? frame.contentWindow.getComputedStyle(heading).fontSize : '', title: page.title, mode: page.compatMode, sandbox: frame.getAttribute('sandbox') };
                frame.contentWindow.dispatchEvent(new Event('afterprint'));
              };
            });
            watch.observe(document.body, { childList: true });
            // The frame is made synchronously; the observer runs before its pictures are waited for.
            await printDocument({ title: 'Sheet 1', html, css });
            watch.disconnect();
            return { ...seen, left: document.querySelectorAll('.nk-print-frame').length };
          },
        };`,
      resolveDir: here,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    outdir: 'out',
    jsx: 'automatic',
    format: 'iife',
    conditions: ['nephra-source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  page = await browser.newPage();
  await page.setContent('<!doctype html><title>host</title><body></body>');
  await page.addScriptTag({ content: bundle.outputFiles.find((file) => file.path.endsWith('.js'))?.text ?? '' });
});
afterAll(async () => browser?.close());

const run = <Name extends 'message' | 'document' | 'text'>(name: Name, html: string): Promise<string> =>
  page.evaluate(([method, input]) => (window as unknown as { kit: Kit }).kit[method](input), [name, html] as const); // only the page has it

const ATTACKS = [
  '<script>kit.touched=true</script>',
  '<img src=x onerror="kit.touched=true">',
  '<svg onload="kit.touched=true"><circle/></svg>',
  '<svg><script>kit.touched=true</script></svg>',
  '<a href="javascript:kit.touched=true">x</a>',
  '<a href="JaVa&#9;script:kit.touched=true">x</a>',
  '<iframe src="https://a.b"></iframe>',
  '<iframe srcdoc="<script>parent.kit.touched=true</script>"></iframe>',
  '<form action="https://a.b"><button>x</button></form>',
  '<object data="x"></object><embed src="x">',
  '<meta http-equiv="refresh" content="0;url=https://a.b">',
  '<link rel="stylesheet" href="https://a.b/x.css">',
  '<base href="https://a.b/">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=kit.touched=true&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=kit.touched=true>"></noscript>',
  '<div onclick="kit.touched=true">x</div>',
  '<template><script>kit.touched=true</script></template>',
];
const HARMFUL = /<script|\son\w+\s*=|javascript:|<iframe|<form|<object|<embed|<meta|<link|<base/i;

describe('safe HTML', () => {
  it.each(ATTACKS)('neither a message nor a printed document can act: %s', async (html) => {
    expect(await run('message', html)).not.toMatch(HARMFUL);
    expect(await run('document', html)).not.toMatch(HARMFUL);
    expect(await page.evaluate(() => (window as unknown as { kit: Kit }).kit.touched)).toBe(false); // only the page has it
  });

  it('a message asks for nothing: no field, no button', async () => {
    expect(await run('message', '<input name="password"><button>x</button><select><option>1</option></select><textarea>t</textarea>')).not.toMatch(
      /<(input|button|select|option|textarea)/,
    );
  });

  it('a message keeps its text and harmless looks, but cannot lay itself over the page or borrow its names', async () => {
    const html = await run(
      'message',
      '<style>body{display:none}</style><p id="root" name="kit" class="nk-page" style="color: red; position: fixed; inset: 0; z-index: 9; background: url(https://a.b)">hello <b>you</b></p>',
    );
    expect(html).toContain('hello <b>you</b>');
    expect(html).toContain('color: red');
    expect(html).not.toMatch(/position|inset|z-index|url|<style|id=|class=|name=/);
  });

  it('links open outside and learn nothing', async () => {
    expect(await run('message', '<a href="https://example.org" target="_self">x</a>')).toBe(
      '<a href="https://example.org" target="_blank" rel="noopener noreferrer">x</a>',
    );
  });

  it.each([
    '<a href="data:text/html,<script>parent.kit.touched=true</script>">x</a>',
    '<p style="background:u\\72l(https://a.b/x)">x</p>',
    '<p style="list-style-image:image-set(\'https://a.b/x\' 1x)">x</p>',
    '<p style="--x:url(https://a.b/x);background:var(--x)">x</p>',
    '<p style="color:red;cursor:url(https://a.b/x),auto">x</p>',
    '<svg viewBox="0 0 9 9"><a xlink:href="https://a.b"><text>x</text></a><a href="https://a.b"><rect/></a></svg>',
    '<svg><image href="https://a.b/x"/><filter><feImage href="https://a.b/x"/></filter></svg>',
    '<math href="https://a.b"><mi href="https://a.b">x</mi></math>',
  ])('what is looked at loads nothing and leads nowhere by a drawing, a formula or a style: %s', async (html) => {
    expect(await run('message', html)).not.toMatch(/a\.b|data:|<svg|<math/);
  });

  it('gives the text alone for one-line previews', async () => expect(await run('text', '<p>a</p>\n<script>x</script><p> b</p>')).toBe('a b'));

  it('a document is printed in a frame of its own that cannot run anything and is gone afterwards', async () => {
    const html = '<h1 class="big">Sheet</h1><table><tbody><tr><td style="width: 3cm">1</td></tr></tbody></table><script>parent.kit.touched=true</script>';
    const seen = await page.evaluate((input) => (window as unknown as { kit: Kit }).kit.print(input, '.big{font-size:31px}'), html); // only the page has it
    expect(seen.body).toContain('<td style="width: 3cm">1</td>');
    expect(seen.body).not.toContain('script');
    expect(seen).toMatchObject({ font: '31px', title: 'Sheet 1', mode: 'CSS1Compat', sandbox: 'allow-same-origin allow-modals', left: 0 });
    expect(await page.title()).toBe('host');
    expect(await page.evaluate(() => (window as unknown as { kit: Kit }).kit.touched)).toBe(false); // only the page has it
  });
});
