import { X509Certificate } from 'node:crypto'
import type { TlsSettings } from './config-rules.ts'

/** The bank's own certificate and its key, which can be replaced while the bank runs. */
export type Certificate = {
  /** When it ends, in milliseconds since 1970. */
  readonly end: () => number
  /** Reads the files again. True when they have another certificate. Throws a one-line error when it is none, and keeps the earlier one. */
  readonly reload: () => boolean
  /** Sets what else uses it. */
  readonly onChange: (use: (tls: TlsSettings) => void) => void
}

/** `read` reads and checks the files of TLS_CERT_FILE and TLS_KEY_FILE. */
export function openCertificate(first: TlsSettings, read: () => TlsSettings): Certificate {
  let current = first
  let use: (tls: TlsSettings) => void = () => {}
  return {
    end: () => Date.parse(new X509Certificate(current.cert).validTo),
    reload: () => {
      const next = read()
      if (next.cert === current.cert && next.key === current.key) return false
      use(next)
      current = next
      return true
    },
    onChange: (then) => {
      use = then
    },
  }
}
