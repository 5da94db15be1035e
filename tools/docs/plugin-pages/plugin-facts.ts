import { readFileSync } from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import type { PluginDefinition } from '@nephra/plugin-sdk/web';

const root = path.resolve(import.meta.dirname, '../../..');

/** `defineService<…>('patient.directory@1')`, and events and extension points. */
const TOKEN = /\bdefine(?:Service|Event|Extension)(?:<[^(]{0,200}>)?\(\s*'([a-z.-]{1,60}@\d)'/g;
/** `'charging/desk-head@1': DeskHeadProps` in `interface SlotPoints`. */
const SLOT_POINT = /^ {4}'([a-z]+\/[a-z-]+@\d)':/gm;

/** A job, or a worker whose job it is. Server halves are not loaded for their names: that would take longer than all else here. */
const JOB = /\bname: '([a-z-]{1,60})',\s+(?:title: \{|claim:)/g;

const sourcesOf = (id: string): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', `plugins/${id}`], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /(?<!\.test|\.fixture)\.ts$/.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'));

const matches = (texts: readonly string[], pattern: RegExp): string[] => texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));

export interface PluginFacts {
  readonly id: string;
  /** Names that its page must have in backticks, each with what it is. */
  readonly names: readonly { readonly what: string; readonly name: string }[];
}

/** What plugin.ts and the sources say that a reader will search the page for. */
export async function pluginFacts(id: string): Promise<PluginFacts> {
  const { default: plugin } = (await import(path.join(root, 'plugins', id, 'plugin.ts'))) as { default: PluginDefinition };
  const texts = sourcesOf(id);
  const settings = plugin.settings as { readonly properties?: Readonly<Record<string, unknown>> } | undefined;
  const named = (what: string, names: readonly string[]) => [...new Set(names)].map((name) => ({ what, name }));
  return {
    id,
    names: [
      ...named(
        'menu',
        (plugin.menus ?? []).map(({ enCode }) => enCode),
      ),
      ...named(
        'page',
        (plugin.pages ?? []).map(({ enCode }) => enCode),
      ),
      ...named(
        'permission',
        (plugin.permissions ?? []).map(({ enCode }) => enCode),
      ),
      ...named('plugin it depends on', plugin.dependsOn ?? []),
      ...named(
        'slot it fills',
        (plugin.slots ?? []).map(({ point }) => point),
      ),
      ...named('slot it offers', matches(texts, SLOT_POINT)),
      ...named('service or event', matches(texts, TOKEN)),
      ...named('job', matches(texts, JOB)),
      ...named('setting', Object.keys(settings?.properties ?? {})),
      ...named('editable setting', Object.keys(plugin.editableSettings?.document.fields ?? {})),
    ],
  };
}
