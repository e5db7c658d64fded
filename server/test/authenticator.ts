import { createHmac } from 'node:crypto'

/** An authenticator app: the TOTP code of RFC 6238 for a secret in base 32 at an instant. */
export function codeAt(secret: string, now: Date): string {
  return oneTimeCode(bytesOf(secret), BigInt(Math.floor(now.getTime() / 30_000)), 6)
}

/** The HOTP code of RFC 4226 for a counter. */
export function oneTimeCode(key: Buffer, count: bigint, digits: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(count)
  const hash = createHmac('sha1', key).update(message).digest()
  const number = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** RFC 4648, base 32. */
function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
