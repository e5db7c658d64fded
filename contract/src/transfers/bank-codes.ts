/**
 * What looks wrong about a bank's SWIFT code, or nothing. Spaces and the case of letters do not count. Only a warning:
 * the form is known, who has which code is not (departure 32).
 */
export function doubtAboutSwiftCode(text: string): string | undefined {
  const code = plain(text)
  if (code === '' || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code)) return undefined
  return 'A SWIFT code has 8 or 11 characters, such as DNBANOKK. Check it before you send.'
}

/**
 * What looks wrong about a "Routing number / IBAN", or nothing. Nine digits are read as a US routing number, letters
 * before two digits as an IBAN; countries with codes of their own are why this never blocks (departure 32).
 */
export function doubtAboutRoutingNumber(text: string): string | undefined {
  const code = plain(text)
  if (code === '') return undefined
  if (/^\d{9}$/.test(code)) {
    return abaAddsUp(code)
      ? undefined
      : 'The digits of this routing number do not add up. One may be mistyped.'
  }
  if (/^[A-Z]{2}\d{2}/.test(code)) {
    return ibanAddsUp(code)
      ? undefined
      : 'The check digits of this IBAN do not fit. A character may be wrong or missing.'
  }
  return 'This is neither a US routing number (9 digits) nor an IBAN. Check it, unless that bank uses another code.'
}

/** ABA: the digits, weighed 3, 7, 1 over and over, add up to a multiple of ten. */
function abaAddsUp(digits: string): boolean {
  return [...digits].reduce((sum, digit, place) => sum + Number(digit) * [3, 7, 1][place % 3]!, 0) % 10 === 0
}

/** ISO 13616: with its first four characters at the end and A to Z as 10 to 35, the number leaves 1 when divided by 97. */
function ibanAddsUp(code: string): boolean {
  if (!/^[A-Z0-9]{15,34}$/.test(code)) return false
  const digits = (code.slice(4) + code.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(parseInt(letter, 36)),
  )
  return BigInt(digits) % 97n === 1n
}

function plain(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}
