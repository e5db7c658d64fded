/** What a part of the check found: how many rows it read, and the first wrong one in one line, or null. */
export type CheckResult = { readonly rows: number; readonly fault: string | null }
