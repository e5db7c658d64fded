import type { Finding } from '../records.ts'

/** A mail of the outbox. */
export type MailRow = { readonly id: string; readonly isSent: boolean }

/**
 * Checks the outbox against the mail that the provider accepted: each mail marked as sent arrived, and each that arrived is in the
 * outbox. A mail may arrive twice, with the same id.
 */
export function checkMail(outbox: readonly MailRow[], accepted: readonly string[]): Finding[] {
  const arrived = new Set(accepted)
  const written = new Set(outbox.map(({ id }) => id))
  const lost = outbox.filter(({ id, isSent }) => isSent && !arrived.has(id))
  const invented = [...arrived].filter((id) => !written.has(id))
  const details = [
    ...lost.map(({ id }) => `mail ${id} is marked as sent and never arrived`),
    ...invented.map((id) => `mail ${id} arrived and is not in the outbox`),
  ]
  return details.map((detail) => ({ what: 'wrong mail', detail }))
}
