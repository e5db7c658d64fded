/** Adds a value to a query and returns its placeholder. */
export type Parameter = (given: unknown) => string

/** The values of a query that is being written, after those that parts of it have already, and the function that adds one. */
export function startValues(given: readonly unknown[] = []): { values: unknown[]; value: Parameter } {
  const values = [...given]
  return { values, value: (given) => `$${values.push(given)}` }
}
