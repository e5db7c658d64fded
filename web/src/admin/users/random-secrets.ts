// Without characters that look alike on paper: no l, i, o, 0 and 1.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const digits = '0123456789'

/** A password of three groups of four characters, 59 bits. */
export function randomPassword(): string {
  return [4, 4, 4].map((length) => randomText(letters, length)).join('-')
}

/** A PIN of six digits: none that many people choose has so many. */
export function randomPin(): string {
  return randomText(digits, 6)
}

function randomText(characters: string, length: number): string {
  let text = ''
  while (text.length < length) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // The rest of a byte's values would make the first characters more likely.
    if (byte < 256 - (256 % characters.length)) text += characters[byte % characters.length]
  }
  return text
}
