/** Lines of one field at most, whatever its description says: a form shows all of them, and one save writes them. */
export const MAX_LINES = 500;

/** Fields of a line at most: they stand beside each other. */
export const MAX_LINE_FIELDS = 30;

/**
 * Kinds of the SDK that a cell of a line may have; those that plugins add, it may have all. Left out are those that need rows or code of their own (lines, places, areas, dictionaries), and texts and files that have no room
 * in a cell.
 */
export const LINE_KINDS: readonly string[] = [
  'text',
  'note',
  'code',
  'int',
  'decimal',
  'money',
  'unitPrice',
  'quantity',
  'flag',
  'day',
  'month',
  'instant',
  'choice',
  'choices',
  'staff',
  'relation',
];
