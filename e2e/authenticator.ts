import { createHmac } from 'node:crypto'

/** The code of an authenticator app for a key in base 32 (RFC 6238), `steps` half minutes from now. */
export function shown(key: string, steps = 0): string {
  const count = Math.floor(Date.now() / 30_000) + steps
  const bits = [...key].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(count))
  const hash = createHmac('sha1', Buffer.from(bytes)).update(message).digest()
  const number = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** A code that is wrong now and in the steps just before and after. */
export function notShown(key: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => shown(key, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code))!
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
