import { isCall, memberOf, numberOf } from './syntax.mjs';

/** Properties with a number of cases of their own: the long run, which tries all of them 20,000 times, would leave these as they are. */
export function fixedCases(source) {
  return source.nodes
    .filter((node) => isCall(node, 'assert', 'check') && numberOf(source, memberOf(node.arguments[1], 'numRuns')) !== undefined)
    .map((node) => ({
      start: memberOf(node.arguments[1], 'numRuns').start,
      what: 'has as many cases in the long run',
      fix: 'say propertyCases(n), or effort(what, n, all) where one case is dear',
    }));
}
