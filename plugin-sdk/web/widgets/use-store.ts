import { useEffect, useState } from 'react';

/**
 * A store that lives as long as the component around it: made at the first drawing, disposed when the component goes.
 * React may dispose and go on in development (strict mode), so `dispose` must leave a store that can be used again.
 */
export function useStore<Store extends { dispose?(): void }>(create: () => Store): Store {
  const [store] = useState(create);
  useEffect(() => () => store.dispose?.(), [store]);
  return store;
}
