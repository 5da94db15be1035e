import { globalRules, importRules, isTest } from './rules.mjs';

/**
 * @param {Map<string, ReturnType<typeof import('./scan.mjs').scanFile>>} files path below the root → what was read
 * @param {Map<string, string[]>} dependsOn plugin id → plugins it may look at
 * @returns {string[]} one line per breach: place, what, what to do instead
 */
export function checkImports(files, dependsOn) {
  const problems = [];
  for (const [file, { imports, globals, errors }] of files) {
    for (const error of errors) problems.push(`${file}: cannot be read: ${error}`);
    if (isTest(file)) continue;
    for (const item of imports) problems.push(...breaches(file, item, dependsOn));
    for (const rule of globalRules) {
      if (!rule.from.test(file) || rule.owner.test(file)) continue;
      for (const use of globals) if (use.name === rule.name) problems.push(`${file}:${use.line}: ${rule.name} is not allowed here; ${rule.fix}`);
    }
  }
  return [...problems, ...circles(files)];
}

/** A file with its ending, or the one kind of folder that stands for its files. */
const WHOLE_NAME = /\.\w+$|\/migrations$/;

/**
 * Imports that leave the ending of a file, or which file of a folder, to whoever reads them. What an import means must not change with the files beside
 * it: modules that were translated for tests are kept by their own text.
 * @param {Map<string, {imports: readonly {specifier: string, line: number}[]}>} files what was scanned
 */
export const unnamedFiles = (files) =>
  [...files].flatMap(([file, { imports }]) =>
    imports
      .filter(({ specifier }) => specifier.startsWith('.') && !WHOLE_NAME.test(specifier))
      .map(({ specifier, line }) => `${file}:${line}: ${specifier} names no file; say it with its ending, as in './name.ts'`),
  );

function breaches(file, { target, specifier, line, typeOnly }, dependsOn) {
  const problems = [];
  for (const rule of importRules) {
    const match = rule.from.exec(file);
    if (!match || rule.except?.test(file) || !rule.to.test(target) || (rule.runtimeOnly && typeOnly)) continue;
    if (rule.allow?.some((pattern) => new RegExp(pattern.replaceAll('$1', match[1] ?? '')).test(target))) continue;
    problems.push(`${file}:${line}: may not import ${specifier} (${rule.name}); ${rule.fix}`);
  }
  const own = /^plugins\/([^/]+)\//.exec(file)?.[1];
  const other = /^plugins\/([^/]+)\//.exec(target)?.[1];
  if (own && other && own !== other && !(dependsOn.get(own) ?? []).includes(other) && !typeOnly) {
    problems.push(`${file}:${line}: plugin ${own} uses ${other} without listing it in dependsOn of plugin.ts`);
  }
  return problems;
}

/** Circles of run-time imports: two files that need each other are one idea. */
function circles(files) {
  const problems = [];
  const state = new Map();
  const walk = (file, trail) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      problems.push(`circle: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}; move the shared part into a third file`);
      return;
    }
    state.set(file, 'open');
    for (const { target, typeOnly } of files.get(file)?.imports ?? []) if (!typeOnly && files.has(target)) walk(target, [...trail, file]);
    state.set(file, 'done');
  };
  for (const file of files.keys()) walk(file, []);
  return problems;
}
