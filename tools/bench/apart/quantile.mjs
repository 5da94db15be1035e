export const quantile = (values, part) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)];
