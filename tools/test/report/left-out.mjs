/**
 * Journeys that were not made and the reason that each gave, out of the runner's own report.
 * @returns {{ journey: string, reason: string }[]}
 */
export function leftOut(report) {
  const found = [];
  const walk = ({ suites = [], specs = [] }) => {
    for (const { title, tests } of specs)
      for (const { annotations = [], results } of tests) {
        const noted = [...annotations, ...results.flatMap((result) => result.annotations ?? [])].find(({ type }) => type === 'skip');
        if (noted) found.push({ journey: title, reason: noted.description ?? '' });
      }
    suites.forEach(walk);
  };
  (report.suites ?? []).forEach(walk);
  return found;
}

/**
 * The same, of all steps, each reason once.
 * @param {{ title: string, leftOut?: { journey: string, reason: string }[] }[]} steps
 * @returns {{ reason: string, journeys: string[], steps: string[] }[]}
 */
export function reasonsOf(steps) {
  const reasons = new Map();
  for (const { title, leftOut: out = [] } of steps)
    for (const { journey, reason } of out) {
      const known = reasons.get(reason) ?? { journeys: new Set(), steps: new Set() };
      known.journeys.add(journey);
      known.steps.add(title);
      reasons.set(reason, known);
    }
  return [...reasons].map(([reason, { journeys, steps: of }]) => ({ reason, journeys: [...journeys], steps: [...of] }));
}
