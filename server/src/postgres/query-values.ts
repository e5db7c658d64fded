/** Adds a value to a query and returns its placeholder. */
export type Parameter = (given: unknown) => string

/** The values of a query that is being written, and the function that adds one. */
export function startValues(): { values: unknown[]; value: Parameter } {
  const values: unknown[] = []
  return { values, value: (given) => `$${values.push(given)}` }
}
