import { setTimeout as wait } from 'node:timers/promises'
import { isLoopback } from '../config/config-rules.ts'
import type { MailSettings } from '../config/config-services.ts'
import type { Deliver, MailFailure, Sender } from './delivery.ts'
import { plainText } from './plain-text.ts'

// Each step of the conversation, and all of it.
const stepMilliseconds = 5_000
const wholeMilliseconds = 20_000

/** Sends to a mail server. Options of the connection may stand behind a `?` in the address, as nodemailer names them. */
export function openSmtp(
  { url }: Pick<Extract<MailSettings, { by: 'smtp' }>, 'url'>,
  sender: Sender,
): Deliver {
  const { hostname } = new URL(url)
  // Its code is loaded where there is a mail server to speak to.
  const opened = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      url,
      connectionTimeout: stepMilliseconds,
      greetingTimeout: stepMilliseconds,
      socketTimeout: stepMilliseconds,
      dnsTimeout: stepMilliseconds,
      // A host in between could otherwise turn encryption off. `?requireTLS=false` in the address wins.
      requireTLS: !isLoopback(hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  const domain = sender.email.split('@')[1]
  return async ({ id, recipient, subject, html }) => {
    const transport = await opened
    const sending = transport
      .sendMail({
        from: { name: sender.name, address: sender.email },
        to: { name: '', address: recipient },
        subject,
        html,
        text: plainText(html),
        messageId: `<${id}@${domain}>`,
        // Nobody's holiday notice answers it (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      .then(() => undefined, failureOf)
    const patience = new AbortController()
    const tooLong = wait(wholeMilliseconds, failureOf(new Error('the mail server took too long')), {
      signal: patience.signal,
    })
    try {
      return await Promise.race([sending, tooLong])
    } finally {
      patience.abort()
      tooLong.catch(() => {})
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
  // 5xx to this command is about the recipient and for good; anywhere else it may be a setting of ours.
  const isFinal = error.command === 'RCPT TO' && (error.responseCode ?? 0) >= 500
  return { status: 400, error: error.response ?? error.message, isFinal }
}
