import type { PlatformAnswer } from '../model.ts';
import { isNode, type Node } from '../nodes.ts';
import type { Fault } from './fault.ts';

/** Applies `change` to the node that carries amounts; other answers stay. */
function withSettlement(answer: PlatformAnswer, change: (node: Node) => Node): PlatformAnswer {
  const node = answer.output?.setlinfo;
  return isNode(node) ? { ...answer, output: { ...answer.output, setlinfo: change(node) } } : answer;
}

const withoutNumber = (node: Node): Node => {
  const { setl_id: _gone, ...rest } = node;
  return rest;
};

/** One yuan too much paid by the fund: the identities no longer hold. */
const contradicting = (node: Node): Node => ({ ...node, fund_pay_sumamt: Number(node.fund_pay_sumamt ?? 0) + 1 });

/** The answer as a faulty platform would give it. */
export function spoiledAnswer(answer: PlatformAnswer, fault: Fault | undefined): PlatformAnswer {
  if (fault?.kind === 'no-setl-id') return withSettlement(answer, withoutNumber);
  if (fault?.kind === 'contradict') return withSettlement(answer, contradicting);
  return answer;
}
