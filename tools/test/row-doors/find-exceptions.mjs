/** `.everywhere(ctx, 'reason'…)` of a declared table: rows of everybody, beside its door. */
const CALL = /\.everywhere\(/g;
const REASON = /^\s*(?:[\w.]+|\{ db(?:: this\.#db)? \}),\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/;
const MIN_REASON = 10;

/**
 * Reads beside the door of one file.
 * @returns {{ line: number, reason: string, problem?: string }[]}
 */
export function exceptionsIn(code) {
  return [...code.matchAll(CALL)].map(({ index, 0: call }) => {
    const line = code.slice(0, index).split('\n').length;
    const [, , reason = ''] = REASON.exec(code.slice(index + call.length)) ?? [];
    if (reason === '' || reason.includes('${')) return { line, reason, problem: 'the reason must stand in the call, as a text' };
    return reason.length < MIN_REASON ? { line, reason, problem: 'the reason says nothing: say why nobody sees too much' } : { line, reason };
  });
}
