/** The result of one check: the number of rows read, and one line about the first wrong row, or null. */
export type CheckResult = {
  readonly rows: number
  readonly fault: string | null
  /** What else was proved, one line each. */
  readonly proofs?: readonly string[]
}
