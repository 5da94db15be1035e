/**
 * A checkpoint of the embedded engine that leaves no more of the write-ahead log than the next start reads. An ordinary one keeps what it no longer
 * needs under names of later: segments without content, which after a filling weigh more than the tables, and go along with every copy.
 */
export const CHECKPOINT_WITH_SHORT_LOG = 'SET wal_recycle = off; CHECKPOINT; RESET wal_recycle';
