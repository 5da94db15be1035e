const KB = 1024;

/** Size of a file as people read it, `12 KB`, `1.4 MB`. */
export const sizeText = (bytes: number): string => (bytes < KB * KB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`);
