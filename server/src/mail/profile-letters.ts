import { html } from './html.ts'
import type { Reader } from './letters.ts'
import { linkPlace, type Mail } from './outgoing-mail.ts'

// These mails name what changed and never the values: a mailbox is read by more people than the bank's pages.

/** What changed, in words such as "telephone". */
type Changes = readonly { readonly words: string }[]

/** Tells a customer that their own sign-in changed their telephone or address. */
export function profileChangedMail(bankName: string, { name, email }: Reader, changes: Changes): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} details were changed`,
    html: html`<p>Dear ${name},</p>
<p>these details of your profile were changed just now: ${listOf(changes)}.</p>
<p>Was it not you? Then another person knows your password: please change it and write to us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer that the bank corrected their details, and why. */
export function profileCorrectedMail(
  bankName: string,
  { name, email }: Reader,
  { changes, reason }: { changes: Changes; reason: string },
): Mail {
  return {
    recipient: email,
    subject: `${bankName} corrected your details`,
    html: html`<p>Dear ${name},</p>
<p>the bank corrected these details of your profile just now: ${listOf(changes)}.</p>
<p>The reason: ${reason}</p>
<p>Is this not right? Then please write to us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer, at the present address, that the bank was asked to use another one. `until` in words. */
export function emailChangeAskedMail(
  bankName: string,
  { name, email }: Reader,
  { reason, until }: { reason: string; until: string },
): Mail {
  return {
    recipient: email,
    subject: `A new email for your ${bankName} account`,
    html: html`<p>Dear ${name},</p>
<p>the bank entered a new email address for your account. It takes effect when the link that we mailed to the new address is
confirmed, until ${until}. Until then you sign in with this address.</p>
<p>The reason: ${reason}</p>
<p>Did you not ask for this? Then please write to us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer, at the present address, that it stays the one in use. */
export function emailChangeCancelledMail(
  bankName: string,
  { name, email }: Reader,
  { reason }: { reason: string },
): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} email stays as it is`,
    html: html`<p>Dear ${name},</p>
<p>the bank cancelled the change of your email address. You sign in with this address as before.</p>
<p>The reason: ${reason}</p>
<p>${bankName}</p>`,
  }
}

/**
 * Brings the link that confirms a new address. It is written in as the mail is sent. The customer's name is left out: the
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
<p>this address was given to ${bankName} as the new email address of an account. Confirm it here, within 24 hours:</p>
` +
      `<p>${linkPlace}</p>
` +
      html`<p>The link works once. Every device is signed out then, and you sign in with this address and your usual password.</p>
<p>Is this not your account? Then do nothing: the address is not used. Nobody from the bank will ever ask you for this link.</p>
<p>${bankName}</p>`,
    worthUntil: expiresAt,
    emailChangeId: id,
  }
}

/** Tells a customer, at the address that was replaced, that another one is used now. */
export function emailChangedMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} email was changed`,
    html: html`<p>Dear ${name},</p>
<p>your account uses another email address from now on, and every device was signed out. This address no longer signs you
in.</p>
<p>Was it not you? Then please write to us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Tells an administrator, at the new address, that an operator of the bank replaced the old one. */
export function administratorEmailMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} email was changed`,
    html: html`<p>Dear ${name},</p>
<p>an operator of the bank replaced the email address of your account with this one just now. Every device was signed out.
Sign in with this address and your usual password.</p>
<p>Is this not your account? Then please write to us at once.</p>
<p>${bankName}</p>`,
  }
}

function listOf(changes: Changes): string {
  return changes.map(({ words }) => words).join(', ')
}
