/** A row that is to be written: `Filled` are columns that the database fills in where nothing is given. */
export type NewRow<Stored, Filled extends keyof Stored = never> = Omit<Stored, Filled | 'seq'> & Partial<Omit<Pick<Stored, Filled>, 'seq'>>;
