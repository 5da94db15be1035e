/** Level of a row in a tree, 1 at the top; rows of other lists stand at the top, too. */
export const levelOf = ({ treeLevel }: Readonly<Record<string, unknown>>): number => (typeof treeLevel === 'number' ? treeLevel : 1);
