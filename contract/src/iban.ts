import type { Currency } from '@bank/ledger/currency'

// Countries by the length of their IBANs: the IBAN registry that SWIFT keeps for ISO 13616, release 100. Territories that write the
// letters of another country, such as Guernsey (GB), are not in it.
const countriesByLength = {
  15: 'NO',
  16: 'BE',
  18: 'DK FI FK FO GL NL SD',
  19: 'MK SI',
  20: 'AT BA EE KZ LT LU MN XK',
  21: 'CH HR LI LV',
  22: 'BG BH CR DE GB GE IE ME RS VA',
  23: 'AE GI IL IQ OM SO TL',
  24: 'AD CZ ES MD PK RO SA SE SK TN VG',
  25: 'LY PT ST',
  26: 'IS TR',
  27: 'BI DJ FR GR IT MC MR SM',
  28: 'AL AZ BY CY DO GT HN HU LB NI PL SV',
  29: 'BR EG PS QA UA',
  30: 'JO KW MU YE',
  31: 'MT SC',
  32: 'LC',
  33: 'RU',
}

/** The lengths of IBANs by the letters of their countries. */
export const ibanLengths: ReadonlyMap<string, number> = new Map(
  Object.entries(countriesByLength).flatMap(([length, countries]) =>
    countries.split(' ').map((country) => [country, Number(length)] as const),
  ),
)

/** The IBAN that a text is, in capitals and without signs and the word IBAN before it; undefined for any other text, and for wrong check digits. */
export function ibanIn(text: string): string | undefined {
  const code = ibanFormed(text)
  return code !== undefined && code.slice(2, 4) === checkDigitsOf(code) ? code : undefined
}

/** A payee as typed: an IBAN as the account number is the "Routing number / IBAN" too. */
export function withIban<Typed extends { account_number: string; routing_number: string }>(
  typed: Typed,
): Typed {
  const iban = ibanIn(typed.account_number)
  return iban === undefined ? typed : { ...typed, account_number: iban, routing_number: iban }
}

/** True for a text with the country letters and the length of an IBAN whose check digits are wrong. */
export function isIbanMistyped(text: string): boolean {
  return ibanFormed(text) !== undefined && ibanIn(text) === undefined
}

/**
 * The IBAN of an account of this bank; null for one that is not in euros, and where the bank has no bank code: the country's letters
 * and the bank's part of the IBAN, such as `DE` and 8 digits (`BANK_CODE`).
 */
export function ibanOf(
  { number, currency }: { readonly number: string; readonly currency: Currency },
  bankCode: string | undefined,
): string | null {
  if (!bankCode || currency !== 'EUR') return null
  const country = bankCode.slice(0, 2)
  const bank = bankCode.slice(2)
  const account = number.padStart(ibanLengths.get(country)! - 4 - bank.length, '0')
  return `${country}${checkDigitsOf(`${country}00${bank}${account}`)}${bank}${account}`
}

/** The number of the account that an IBAN of this bank names, whether there is such an account or not; undefined for any other text. */
export function numberInOwnIban(text: string, bankCode: string | undefined): string | undefined {
  if (!bankCode) return undefined
  const iban = ibanIn(text)
  if (iban === undefined || iban.slice(0, 2) + iban.slice(4, 2 + bankCode.length) !== bankCode)
    return undefined
  // The zeros before the ten digits of our numbers.
  return iban.slice(2 + bankCode.length).replace(/^0+(?=\d{10}$)/, '')
}

/** Spaces and hyphens separate the groups of a code. */
export function plainCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}

/** A text with the country letters, the length and the characters of an IBAN, in capitals and without signs and the word IBAN before it. */
function ibanFormed(text: string): string | undefined {
  // The usual account number; what follows is slower.
  if (/^\d*$/.test(text)) return undefined
  const code = text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replace(/^IBAN(?=[A-Z]{2}\d)/, '')
  return /^[A-Z]{2}[A-Z0-9]+$/.test(code) && ibanLengths.get(code.slice(0, 2)) === code.length
    ? code
    : undefined
}

/**
 * The check digits of an IBAN, whatever stands in their place, 02 to 98 (ISO 13616): with the country and two zeros at the end and A
 * to Z as 10 to 35, what the remainder of a division by 97 lacks to 98.
 */
function checkDigitsOf(iban: string): string {
  const digits = `${iban.slice(4)}${iban.slice(0, 2)}00`.replace(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  )
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0')
}
