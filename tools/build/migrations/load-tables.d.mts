/** Files below the repository that declare tables. */
export function tableSources(root: string): string[];
