import { setTimeout as wait } from 'node:timers/promises'
import type { MailSettings } from '../config/config-services.ts'
import { isLoopback } from '../config/config-values.ts'
import type { Deliver, MailFailure } from './delivery.ts'

const stepMillisecondsMax = 5_000
const deliveryMillisecondsMax = 20_000

/** Sends through a mail server. The query of the URL may set nodemailer's connection options. */
export function openSmtp({ url, sender }: Extract<MailSettings, { by: 'smtp' }>): Deliver {
  const { hostname } = new URL(url)
  // Loaded only by a bank with a mail server.
  const opened = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      url,
      connectionTimeout: stepMillisecondsMax,
      greetingTimeout: stepMillisecondsMax,
      socketTimeout: stepMillisecondsMax,
      dnsTimeout: stepMillisecondsMax,
      // Otherwise a man in the middle could turn encryption off. `?requireTLS=false` in the URL overrides this.
      requireTLS: !isLoopback(hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  const domain = sender.email.split('@')[1]
  return async ({ id, recipient, subject, html, text }) => {
    const transport = await opened
    const sending = transport
      .sendMail({
        from: { name: sender.name, address: sender.email },
        to: { name: '', address: recipient },
        subject,
        html,
        text,
        messageId: `<${id}@${domain}>`,
        // Suppresses automatic replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      .then(() => undefined, failureOf)
    const done = new AbortController()
    const timeout = wait(
      deliveryMillisecondsMax,
      failureOf(new Error('the mail server did not answer in time')),
      { signal: done.signal },
    )
    try {
      return await Promise.race([sending, timeout])
    } finally {
      done.abort()
      timeout.catch(() => {})
    }
  }
}

type SmtpError = Error & {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

function failureOf(error: SmtpError): MailFailure {
  // 5xx to RCPT TO is a permanent error of the recipient; to other commands it may be caused by the bank's settings.
  const isFinal = error.command === 'RCPT TO' && (error.responseCode ?? 0) >= 500
  return { status: 400, error: error.response ?? error.message, isFinal }
}
