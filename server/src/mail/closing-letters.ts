import { html } from './html.ts'
import type { Reader } from './letters.ts'
import type { Mail } from './outgoing-mail.ts'

/**
 * Reports that the customer closed an account. `signInUntil`: the last day, as text, on which they can sign in, when it was their
 * main account.
 */
export function accountClosedMail(
  bankName: string,
  { name, email }: Reader,
  { number, signInUntil }: { number: string; signInUntil: string | null },
): Mail {
  const end =
    signInUntil === null
      ? 'Its transactions and statements stay in your list of accounts.'
      : `It was your last account. You can log in and download your statements until ${signInUntil}.`
  return {
    recipient: email,
    subject: `Your ${bankName} account is closed`,
    html: html`<p>Dear ${name},</p>
<p>You closed your account ${number}. ${end}</p>
<p>If this wasn’t you, change your password in the settings, which signs out every other device, and contact us.</p>
<p>${bankName}</p>`,
  }
}

/** Reports that the bank opened a closed account again. */
export function accountReopenedMail(bankName: string, { name, email }: Reader, number: string): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} account is open again`,
    html: html`<p>Dear ${name},</p>
<p>We reopened your account ${number}. You can use it as before.</p>
<p>If you didn’t ask for this, contact us.</p>
<p>${bankName}</p>`,
  }
}
