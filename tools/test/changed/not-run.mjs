const VITEST = 'npx vitest run --config tools/config/vitest.config.ts';
/** More than a few names are told by their folder. */
const NAMED = 3;

const areaOf = (file) => file.split('/').slice(0, 2).join('/');
const files = (count, kind) => `${count} ${kind} test ${count === 1 ? 'file' : 'files'}`;

const LONGER = {
  faults: { what: 'fault tests', why: 'they run server code that changed, and kill it for minutes', command: 'npm test -- --only build,faults' },
  vendor: { what: 'vendor tests', why: 'they build a plugin outside with the SDK that changed', command: `npm run build && ${VITEST} --project vendor` },
  journeys: {
    what: 'journeys in a real browser',
    why: 'they walk through the built product, of which a part changed',
    command: 'npm test -- --only build,browser,journeys',
  },
};

/** Tests that the change reaches and the time did not hold, by their folder. */
function outOfTime(late, budgetSeconds) {
  const groups = new Map();
  for (const item of late) {
    const key = `${item.kind} ${areaOf(item.test)}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()].map((group) => {
    const { kind, test } = group[0];
    const names = group.map((item) => item.test);
    const seconds = Math.round(group.reduce((total, item) => total + item.seconds, 0));
    return {
      what: names.length <= NAMED ? `${kind}: ${names.join(', ')}` : `${files(names.length, kind)} of ${areaOf(test)}`,
      why: `the change reaches them, but ${budgetSeconds} s do not hold them: some ${seconds} s more`,
      command: `${VITEST} --project ${kind} ${names.length <= NAMED ? names.join(' ') : `${areaOf(test)}/`}`,
    };
  });
}

/**
 * Everything that a check of a change leaves to somebody else, each with the reason and the command that runs it.
 * @param {{
 *   late: readonly { test: string, kind: string, seconds: number }[], longer: readonly ('faults' | 'vendor' | 'journeys')[],
 *   unreached: number, product: boolean, oneEngine: boolean, budgetSeconds: number,
 * }} left
 * @returns {{ what: string, why: string, command: string }[]}
 */
export function leftOut({ late, longer, unreached, product, oneEngine, budgetSeconds }) {
  return [
    ...outOfTime(late, budgetSeconds),
    ...longer.map((kind) => LONGER[kind]),
    ...(product ? [{ what: 'build and bundle budgets', why: 'nothing here runs the built product', command: 'npm test -- --only build,budgets' }] : []),
    ...(oneEngine ? [{ what: 'the same integration tests on the other database engine', why: 'one engine shows most faults', command: 'npm test' }] : []),
    ...(unreached > 0 ? [{ what: files(unreached, 'other'), why: 'nothing that changed leads to them', command: 'npm test' }] : []),
  ];
}
