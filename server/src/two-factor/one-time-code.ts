import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

// TOTP as every authenticator app supports it: RFC 6238 with SHA-1, six digits, a new code every 30 seconds.
const seconds = 30
const settings = { algorithm: 'SHA1', digits: 6, period: seconds }
// Clocks of phones run up to half a minute ahead or behind.
const driftSteps = 1
// RFC 4226 recommends 160 bits.
const secretBytes = 20

export function newSecret(): Uint8Array {
  return randomBytes(secretBytes)
}

/** A secret in base 32, to type into an app, and as an `otpauth://` URI, to scan. */
export function secretTexts(
  secret: Uint8Array,
  { issuer, label }: { issuer: string; label: string },
): { secret: string; uri: string } {
  const code = new TOTP({ ...settings, issuer, label, secret: secretOf(secret) })
  return { secret: code.secret.base32, uri: code.toString() }
}

/**
 * The time step of a code, in units of 30 seconds since 1970; undefined when the code is not valid at `now`. The caller
 * stores the step of a used code, and refuses codes of that step and earlier ones.
 */
export function timeStepOfCode(secret: Uint8Array, code: string, now: Date): bigint | undefined {
  const timestamp = now.getTime()
  const totp = new TOTP({ ...settings, secret: secretOf(secret) })
  const drift = totp.validate({ token: code, timestamp, window: driftSteps })
  return drift === null ? undefined : BigInt(Math.floor(timestamp / 1000 / seconds) + drift)
}

/** The time step of the last code that is valid at `now`. */
export function lastValidStep(now: Date): bigint {
  return BigInt(Math.floor(now.getTime() / 1000 / seconds) + driftSteps)
}

/** Copies the bytes, because the library reads the whole underlying buffer, of which small Node buffers are a part. */
function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer })
}
