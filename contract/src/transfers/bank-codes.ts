import { ibanIn, ibanLengths, plainCode } from '../iban.ts'

/**
 * A warning about a malformed SWIFT code, or undefined. Ignores spaces and case. It never blocks, because the format is known
 * and the registered codes are not (departure 32).
 */
export function swiftCodeWarning(text: string): string | undefined {
  const code = plainCode(text)
  if (code === '' || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code)) return undefined
  return 'A SWIFT code has 8 or 11 characters, such as DNBANOKK. Check it before you send.'
}

/**
 * A warning about a "Routing number / IBAN", or undefined. Nine digits count as a US routing number, the letters of a country
 * with IBANs and two digits as an IBAN. It never blocks, because some countries have other codes (departure 32).
 */
export function routingNumberWarning(text: string): string | undefined {
  const code = plainCode(text)
  if (code === '') return undefined
  if (/^\d{9}$/.test(code)) {
    return isAbaValid(code)
      ? undefined
      : 'The digits of this routing number do not add up. One may be mistyped.'
  }
  if (/^[A-Z]{2}\d{2}/.test(code) && ibanLengths.has(code.slice(0, 2))) {
    return ibanIn(code)
      ? undefined
      : 'The check digits of this IBAN do not fit. A character may be wrong or missing.'
  }
  return 'This is neither a US routing number (9 digits) nor an IBAN. Check it, unless that bank uses another code.'
}

/** ABA checksum: the digits weighted 3, 7, 1, 3, 7, 1 … add up to a multiple of ten. */
function isAbaValid(digits: string): boolean {
  return [...digits].reduce((sum, digit, at) => sum + Number(digit) * [3, 7, 1][at % 3]!, 0) % 10 === 0
}
