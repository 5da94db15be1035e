import type { Choice } from '@nephra/plugin-sdk/widgets';
import { TOP } from '../contract/limits.ts';

interface Folder {
  readonly id: string;
  readonly parentId: string;
  readonly fullName: string;
}

/** Folders by their whole way, so that two of one name are told apart. @param top what the topmost one is called; undefined: it is not offered */
export function folderChoices(folders: readonly Folder[], top: string | undefined): Choice<string>[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const wayTo = ({ parentId, fullName }: Folder): string => {
    const above = byId.get(parentId);
    return above ? `${wayTo(above)} / ${fullName}` : fullName;
  };
  const choices = folders.map((folder) => ({ value: folder.id, text: wayTo(folder) })).sort((a, b) => a.text.localeCompare(b.text));
  return top === undefined ? choices : [{ value: TOP, text: top }, ...choices];
}
