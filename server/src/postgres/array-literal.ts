/**
 * A PostgreSQL array of values that need no quoting: numbers, UUIDs, booleans, moments, words without blanks. Written by
 * hand because the driver's own conversion is a measurable part of a batch of postings.
 */
export function plainArray(values: readonly (bigint | number | string | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`
}

/** A PostgreSQL array of any text. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join()}}`
}
