import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { dataSourceContract } from '../../contract/source/data-source.contract.ts';

export interface SourceChoice {
  readonly value: string;
  readonly text: string;
}

/** Sources to choose from, in their order; those that cannot be read say so. */
export async function sourceChoices({ http, t }: Pick<WebContext, 'http' | 't'>, own: boolean): Promise<readonly SourceChoice[]> {
  const { data } = await createClient(dataSourceContract, http).selector({}, { quiet: true });
  return data.list
    .filter(({ id }) => own || id !== 'own')
    .flatMap(({ children = [] }) =>
      children.map(({ id, fullName, usable }) => ({ value: id, text: usable ? fullName : t('source.unusable', { name: fullName }) })),
    );
}
