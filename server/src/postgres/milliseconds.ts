/** SQL for a moment in milliseconds since 1970, with its fraction: the bank writes whole ones, and a Date would hide a smaller change. */
export function milliseconds(column: string): string {
  return `extract(epoch from ${column}) * 1000`
}
