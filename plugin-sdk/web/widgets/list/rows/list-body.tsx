import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { EmptyState, ErrorCard, ListSkeleton } from '../../facts/states.tsx';
import type { ListStore } from '../list-store.ts';

export interface ListBodyProps {
  readonly store: Pick<ListStore<unknown, object>, 'state' | 'rows' | 'reload'>;
  /** What is said when there is no row: a sentence, or what stands there instead of one. */
  readonly none: ReactNode;
  /** Default: the list is loaded again. */
  readonly onRetry?: () => void;
  /** The rows, drawn as they should look. */
  readonly children: ReactNode;
}

/** Rows that are no table, such as a history: what stands in their place while they load, when that fails, and when there are none. */
export const ListBody = observer(function ListBody({ store, none, onRetry = () => void store.reload(), children }: ListBodyProps): ReactNode {
  const { state, rows } = store;
  if (state.kind === 'failed') return <ErrorCard error={state.error} onRetry={onRetry} />;
  if (state.kind === 'idle' || (state.kind === 'loading' && state.first)) return <ListSkeleton />;
  if (rows.length === 0) return typeof none === 'string' ? <EmptyState text={none} /> : none;
  return children;
});
