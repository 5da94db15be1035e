import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface SourceRule {
  readonly pattern: RegExp;
  /** Which half it concerns; both when absent. */
  readonly half?: 'web' | 'server';
  readonly say: string;
}

/** What a plugin must not do by itself, with the way that the SDK offers instead. */
const RULES: readonly SourceRule[] = [
  { pattern: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/, say: 'holds a private key; secrets belong into registry.json `config` of the hospital' },
  {
    pattern: /(?:password|passwd|secret|apikey|api_key|access_?token)['"]?\s*[:=]\s*['"][^'"\s]{8,}['"]/i,
    say: 'looks like a secret in the source; read it from `ctx.settings`, which the hospital fills in registry.json',
  },
  { pattern: /\bAKIA[0-9A-Z]{16}\b/, say: 'holds a cloud access key' },
  { pattern: /\beval\s*\(|\bnew Function\s*\(/, say: 'makes code out of text; browsers of the hospital refuse that' },
  {
    pattern: /\bfetch\s*\(|\bXMLHttpRequest\b|\bnew WebSocket\s*\(|\bnew EventSource\s*\(/,
    half: 'web',
    say: 'talks to the network by itself; use useClient(contract) or ctx.onSocket',
  },
  { pattern: /\b(?:localStorage|sessionStorage|indexedDB)\b|document\.cookie/, half: 'web', say: 'stores data in the browser by itself; use ctx.drafts' },
  { pattern: /\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML/, half: 'web', say: 'writes raw HTML; use <SafeHtml> of the widgets' },
  { pattern: /\bSystem\.(?:import|set|delete|register)\b/, half: 'web', say: 'uses the module loader; use a lazy import()' },
  {
    pattern: /\bwindow\.(?:open|location)\s*[=(.]|(?<![.\w])location\.(?:href\s*=|assign|replace|reload)/,
    half: 'web',
    say: 'leaves the page by itself; use ctx.navigate',
  },
  { pattern: /\bprocess\.env\b/, half: 'server', say: 'reads the environment; use ctx.settings' },
  {
    pattern: /from\s+['"](?:node:)?(?:child_process|cluster|worker_threads|net|tls|dns|dns\/promises|dgram|http|https|http2|fs|fs\/promises)['"]/,
    half: 'server',
    say: 'reaches outside of the server host; use ctx.outbound, ctx.files, ctx.db or a service',
  },
  {
    pattern: /(?<![.\w])fetch\s*\(|from\s+['"](?:undici|axios|got|node-fetch)['"]/,
    half: 'server',
    say: 'calls foreign systems by itself; use ctx.outbound, which reaches what `outboundHosts` and the hospital allow',
  },
  { pattern: /\bnew Date\(\)|\bDate\.now\(\)/, half: 'server', say: 'asks the machine for the time; use ctx.clock' },
];

const sources = (folder: string, below: string): string[] => {
  try {
    return readdirSync(path.join(folder, below), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  } catch {
    return [];
  }
};

/** Blanks comments, so that a sentence about `fetch()` is no finding; lines stay where they are. */
export const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|[^:'"`\\])\/\/[^\n]*/g, '$1');

export function findingsIn(source: string, file: string, half: 'web' | 'server' | 'both'): string[] {
  const lines = withoutComments(source).split('\n');
  return RULES.filter((rule) => rule.half === undefined || rule.half === half).flatMap(({ pattern, say }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${say}.`] : [])),
  );
}

/** Secrets and forbidden globals in the plugin's own sources. */
export function sourceFindings(folder: string): string[] {
  const parts = [
    { below: 'web', half: 'web' as const },
    { below: 'server', half: 'server' as const },
    { below: 'contract', half: 'both' as const },
    { below: 'domain', half: 'server' as const },
  ];
  const listed = parts.flatMap(({ below, half }) => sources(folder, below).map((file) => ({ file, half })));
  return [...listed, { file: 'plugin.ts', half: 'both' as const }].flatMap(({ file, half }) =>
    findingsIn(readFileSync(path.join(folder, file), 'utf8'), file, half),
  );
}
