/** A group of an account number, and the place at which it starts. */
type NumberGroup = { readonly start: number; readonly text: string }

/** The groups of an account number: 4-3-3 for digits up to the ten of this bank's numbers, fours for longer ones and IBANs. */
export function numberGroups(number: string): NumberGroup[] {
  const pattern = /^\d{1,10}$/.test(number) ? /^\d{1,4}|\d{1,3}/g : /.{1,4}/gu
  return [...number.matchAll(pattern)].map((match) => ({ start: match.index, text: match[0] }))
}
