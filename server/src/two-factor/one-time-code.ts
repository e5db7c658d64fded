import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

// What every authenticator app knows: RFC 6238 with SHA-1, six digits, a new code every 30 seconds.
const seconds = 30
const settings = { algorithm: 'SHA1', digits: 6, period: seconds }
// Telephones run half a minute ahead or behind.
const driftSteps = 1
// RFC 4226 recommends 160 bits.
const secretBytes = 20

export function newSecret(): Uint8Array {
  return randomBytes(secretBytes)
}

/** A secret as people type it into an app (base 32), and as an app reads it (`otpauth://…`). */
export function spelledSecret(
  secret: Uint8Array,
  { issuer, label }: { issuer: string; label: string },
): { secret: string; uri: string } {
  const code = new TOTP({ ...settings, issuer, label, secret: secretOf(secret) })
  return { secret: code.secret.base32, uri: code.toString() }
}

/**
 * The step of 30 seconds, counted from 1970, whose code this is; undefined when it is no code of this minute. Whoever
 * takes a code remembers its step, and takes none of that step or an earlier one again.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): bigint | undefined {
  const timestamp = now.getTime()
  const totp = new TOTP({ ...settings, secret: secretOf(secret) })
  const drift = totp.validate({ token: code, timestamp, window: driftSteps })
  return drift === null ? undefined : BigInt(Math.floor(timestamp / 1000 / seconds) + drift)
}

/** The library reads a whole buffer, and a small one of Node's is part of a larger one. */
function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer })
}
