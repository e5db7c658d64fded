import { answerText } from '../answer-text.ts'
import type { MailSettings } from '../config/config-services.ts'
import type { Deliver, MailFailure } from './delivery.ts'

// Longer than a working provider takes. No customer waits for it.
const answerMillisecondsUsual = 5_000
const errorLengthMax = 2_000

/** Sends through the specification's provider (§7, Mail): `POST /send` with a bearer token. */
export function openProvider(
  { url, key, sender }: Extract<MailSettings, { by: 'api' }>,
  answerMillisecondsMax = answerMillisecondsUsual,
): Deliver {
  const address = new URL(url)
  if (!address.pathname.endsWith('/send')) address.pathname = `${address.pathname.replace(/\/$/, '')}/send`
  return async ({ id, recipient, subject, html }) => {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          // A provider that supports this header accepts a mail only once.
          'idempotency-key': id,
        },
        body: JSON.stringify({ subject, message: html, sender, recipients: [recipient] }),
        // The key is sent only to the configured address.
        redirect: 'error',
        signal: AbortSignal.timeout(answerMillisecondsMax),
      })
      if (!response.ok) {
        // Some providers echo the request in their errors.
        const message = (await answerText(response, errorLengthMax)).replaceAll(key, '…')
        return failure(message || `answered ${response.status}`)
      }
      await response.body?.cancel()
      return undefined
    } catch (error) {
      return failure(reasonOf(error, answerMillisecondsMax))
    }
  }
}

function failure(error: string): MailFailure {
  return { status: 400, error }
}

/** The message of `fetch` says only that it failed; the reason is in the cause. */
function reasonOf(error: unknown, answerMillisecondsMax: number): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return `no answer within ${answerMillisecondsMax / 1_000} seconds`
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}
