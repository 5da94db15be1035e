import { createContext, useContext } from 'react';

/** Inside a table: whether the keyboard stands on this row. */
export const RowFocus = createContext(true);

/** For controls that may stand in rows: only those of one row take part in the tab order, else a list would be a hundred stops long. */
export const useRowTabIndex = (): 0 | -1 => (useContext(RowFocus) ? 0 : -1);
