/** The currencies the bank keeps books in, by ISO 4217 code. Each has two decimals. */
export const currencies = ['USD', 'EUR', 'GBP'] as const

export type Currency = (typeof currencies)[number]

/** The symbol in front of an amount. */
export const currencySymbol: Readonly<Record<Currency, string>> = { USD: '$', EUR: '€', GBP: '£' }

/** The code for `USD`, `EUR`, `GBP`, `$`, `€` or `£`; undefined for anything else. */
export function currencyOf(codeOrSymbol: string): Currency | undefined {
  return currencies.find((code) => code === codeOrSymbol || currencySymbol[code] === codeOrSymbol)
}
