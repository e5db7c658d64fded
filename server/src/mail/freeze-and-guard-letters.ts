import { html } from './html.ts'
import type { Reader } from './letters.ts'
import type { Mail } from './outgoing-mail.ts'

/** Reports that the customer stopped their own payments. */
export function frozenMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your payments at ${bankName} are frozen`,
    html: html`<p>Dear ${name},</p>
<p>You froze your payments: no money leaves your accounts and pots until you unfreeze them. Money still arrives.</p>
<p>If this wasn’t you, change your password in the settings, which signs out every other device, and contact us.</p>
<p>${bankName}</p>`,
  }
}

/** Reports that the customer allowed payments again. */
export function thawedMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your payments at ${bankName} are no longer frozen`,
    html: html`<p>Dear ${name},</p>
<p>You unfroze your payments: you can send money again.</p>
<p>If this wasn’t you, freeze your payments again, change your password in the settings, and contact us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Reports that the customer's limits will be higher after a day. */
export function limitsRaisedMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your limits at ${bankName} will be higher in 24 hours`,
    html: html`<p>Dear ${name},</p>
<p>You raised or removed a limit of what you can send. The change takes effect in 24 hours. Until then you can set the limit again.</p>
<p>If this wasn’t you, freeze your payments, change your password in the settings, and contact us at once.</p>
<p>${bankName}</p>`,
  }
}
