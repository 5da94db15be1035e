const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]);

const HEADINGS = [
  ['zh-CN', '第三方软件许可', '本系统包含以下第三方软件，感谢其作者。'],
  ['zh-TW', '第三方軟體授權', '本系統包含以下第三方軟體，感謝其作者。'],
  ['en', 'Third-party licences', 'This system is made with the following software of others, with thanks to its authors.'],
];

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; }
body { max-width: 960px; margin: 0 auto; padding: 24px 16px; }
h1 { margin: 0 0 4px; font-size: 20px; }
h2 { margin: 16px 0 4px; font-size: 16px; font-weight: normal; }
p { margin: 0; opacity: .8; }
details { border-bottom: 1px solid #8884; padding: 6px 0; }
summary { cursor: pointer; }
summary span { opacity: .75; }
pre { overflow: auto; margin: 8px 0; font-size: 12px; white-space: pre-wrap; }`;

/**
 * The list as a page by itself, without scripts: heading in the three languages of the product, each package with its licence to open.
 * @param {{name: string, version: string, licence: string, text: string}[]} packages
 */
export function licencePage(packages) {
  const heads = HEADINGS.map(
    ([lang, title, words], at) => `<h${at === 0 ? 1 : 2} lang="${lang}">${title}</h${at === 0 ? 1 : 2}><p lang="${lang}">${words}</p>`,
  );
  const rows = packages.map(
    ({ name, version, licence, text }) =>
      `<details><summary><b>${escaped(name)}</b> ${escaped(version)} <span>${escaped(licence)}</span></summary><pre lang="en">${escaped(text)}</pre></details>`,
  );
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${HEADINGS.map(([, title]) => title).join(' · ')}</title>
<style>${STYLE}
</style></head><body><header>${heads.join('')}</header><main>
${rows.join('\n')}
</main></body></html>
`;
}
