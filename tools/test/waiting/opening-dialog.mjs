import { isCall, within } from './syntax.mjs';

const PLACES = ['last', 'first', 'nth'];

/** Dialogs told apart by their place: while the next one opens, the last is the one below it, and keys go there. */
export function openingDialog(source) {
  return source.nodes
    .filter((node) => isCall(node, ...PLACES) && asksForAnyDialog(node.callee.object))
    .map((node) => ({
      start: node.callee.property.start,
      what: 'takes a dialog by its place, which is another one while the next opens',
      fix: "say its name: getByRole('dialog', { name })",
    }));
}

const asksForAnyDialog = (node) => isCall(node, 'getByRole') && node.arguments.length === 1 && node.arguments[0].value === 'dialog';

const LOOKS = ['isVisible', 'isHidden'];

/** A look at this moment decides what is done, and nothing was waited for before it: what opens or goes is not there yet, or still is. */
export const lookTooEarly = (source) =>
  source.nodes
    .filter((node) => node.type === 'IfStatement')
    .flatMap((statement) => {
      const look = within(statement.test).find((node) => isCall(node, ...LOOKS) && node.callee.type === 'MemberExpression');
      if (!look || isExpectation(before(source, statement))) return [];
      return [
        {
          start: look.callee.property.start,
          what: `${look.callee.property.name}() looks at this moment`,
          fix: 'wait first for what is seen in either case: await expect(one.or(other)).toBeVisible()',
        },
      ];
    });

function before({ parentOf }, statement) {
  const { body } = parentOf(statement);
  return Array.isArray(body) ? body[body.indexOf(statement) - 1] : undefined;
}

const isExpectation = (statement) => statement !== undefined && within(statement).some((node) => isCall(node, 'expect'));
