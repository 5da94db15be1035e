import { isCall } from './syntax.mjs';

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
