import { html } from './html.ts'
import type { Reader } from './letters.ts'
import { linkPlaceholder, type Mail } from './outgoing-mail.ts'

// These mails name the changed fields and never the values: a mailbox has more readers than the bank's pages.

/** The labels of the changed fields, such as "telephone". */
type Changes = readonly { readonly label: string }[]

/** Reports contact details that the customer changed. */
export function profileChangedMail(bankName: string, { name, email }: Reader, changes: Changes): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} details were changed`,
    html: html`<p>Dear ${name},</p>
<p>These details of your profile were changed: ${listOf(changes)}.</p>
<p>If this wasn’t you, someone knows your password. Change it and contact us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Reports details that an administrator corrected, with the reason. */
export function profileCorrectedMail(
  bankName: string,
  { name, email }: Reader,
  { changes, reason }: { changes: Changes; reason: string },
): Mail {
  return {
    recipient: email,
    subject: `${bankName} corrected your details`,
    html: html`<p>Dear ${name},</p>
<p>We corrected these details of your profile: ${listOf(changes)}.</p>
<p>Reason: ${reason}</p>
<p>If this isn’t right, contact us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Reports a pending e-mail to the current address. `until` is the formatted time at which the link expires. */
export function emailChangeAskedMail(
  bankName: string,
  { name, email }: Reader,
  { reason, until }: { reason: string; until: string },
): Mail {
  return {
    recipient: email,
    subject: `A new email for your ${bankName} account`,
    html: html`<p>Dear ${name},</p>
<p>We entered a new email address for your account. To use it, confirm the link that we sent to the new address by ${until}.
Until then, log in with this address.</p>
<p>Reason: ${reason}</p>
<p>If you didn’t ask for this, contact us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Reports to the current address that the pending e-mail was cancelled. */
export function emailChangeCancelledMail(
  bankName: string,
  { name, email }: Reader,
  { reason }: { reason: string },
): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} email stays as it is`,
    html: html`<p>Dear ${name},</p>
<p>We cancelled the change of your email address. You still log in with this address.</p>
<p>Reason: ${reason}</p>
<p>${bankName}</p>`,
  }
}

/**
 * Carries the link that confirms a new address, which is filled in when the mail is sent. Leaves out the customer's name: the
 * address may be mistyped.
 */
export function emailLinkMail(
  bankName: string,
  { id, email, expiresAt }: { id: string; email: string; expiresAt: Date },
): Mail {
  return {
    recipient: email,
    subject: `Confirm your new ${bankName} email`,
    html:
      html`<p>Hello,</p>
<p>This address was entered as the new email address of a ${bankName} account. Confirm it here within 24 hours:</p>
` +
      `<p>${linkPlaceholder}</p>
` +
      html`<p>The link works once. It signs out every device. After that, log in with this address and your password.</p>
<p>If this isn’t your account, ignore this email: the address will not be used. We will never ask you for this link.</p>
<p>${bankName}</p>`,
    expiresAt,
    emailChangeId: id,
  }
}

/** Reports a changed e-mail to the old address. */
export function emailChangedMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} email was changed`,
    html: html`<p>Dear ${name},</p>
<p>Your account now uses another email address, and every device was signed out. You can no longer log in with this
address.</p>
<p>If this wasn’t you, contact us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Reports to an administrator's new address that an operator replaced the old one. */
export function administratorEmailMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} email was changed`,
    html: html`<p>Dear ${name},</p>
<p>An operator replaced the email address of your account with this one. Every device was signed out. Log in with this
address and your password.</p>
<p>If this isn’t your account, contact us at once.</p>
<p>${bankName}</p>`,
  }
}

function listOf(changes: Changes): string {
  return changes.map(({ label }) => label).join(', ')
}
