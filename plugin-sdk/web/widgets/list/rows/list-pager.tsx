import { observer } from 'mobx-react-lite';
import { Pager } from '../../page/pager.tsx';
import type { ListStore } from '../list-store.ts';

export interface ListPagerProps {
  readonly store: Pick<ListStore<unknown, object>, 'total' | 'rows' | 'currentPage' | 'pageSize' | 'goToPage' | 'setPageSize'>;
  /** Name of the list; tells several pagers of one page apart. */
  readonly label?: string;
  /** Nothing is drawn while one page holds all rows: for short lists beside something else. */
  readonly onlyIfMore?: boolean;
}

/** The pages of a list. */
export const ListPager = observer(function ListPager({ store, label, onlyIfMore = false }: ListPagerProps) {
  if (onlyIfMore && store.total <= store.rows.length) return null;
  return (
    <Pager
      label={label}
      total={store.total}
      currentPage={store.currentPage}
      pageSize={store.pageSize}
      onPage={(page) => void store.goToPage(page)}
      onPageSize={(size) => void store.setPageSize(size)}
    />
  );
});
