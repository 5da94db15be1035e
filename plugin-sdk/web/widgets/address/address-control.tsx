import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { ChoiceFieldProps } from '../pick/choice.ts';
import { DialogControl } from '../pick/dialog-control.tsx';
import { useKitText } from '../kit-text.ts';
import { nameCacheOf } from '../name-cache.ts';
import { addressSource, DISTRICT_LEVEL } from './address-source.ts';

export type AddressControlProps = ChoiceFieldProps & {
  /** Steps below the provinces down to which one chooses: 0 provinces, 1 cities, 2 districts (default), 3 towns where a site has some. */
  readonly level?: number;
  /** Provinces and cities can be chosen, too: for searches. Default: districts, what is below them, and what has nothing below it. */
  readonly anyLevel?: boolean;
};

/** The closed field, and a dialog of 800 px behind it. */
export function Control({ level = DISTRICT_LEVEL, anyLevel = false, ...field }: AddressControlProps) {
  const { http } = usePlugin();
  const text = useKitText();
  const source = useMemo(() => addressSource(http, level, anyLevel), [http, level, anyLevel]);
  return <DialogControl field={field} source={source} title={field.title ?? text('address')} />;
}

/** The path of an area. */
export const Label = observer(function AreaLabel({ id }: { readonly id: string }) {
  const { http } = usePlugin();
  const cache = nameCacheOf(http, addressSource(http, DISTRICT_LEVEL));
  useEffect(() => cache.want([id]), [cache, id]);
  return <span>{cache.get(id)?.fullName ?? id}</span>;
});
