import { html } from './html.ts'
import { linkPlaceholder, type Mail } from './outgoing-mail.ts'

/** The person to whom a mail is addressed. */
export type Reader = { readonly name: string; readonly email: string }

/** Greets a new customer (specification §3, Welcome e-mail; the subject is §9's). */
export function welcomeMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Welcome to ${bankName}`,
    html: html`<p>Dear ${name},</p>
<p>Welcome to ${bankName}. Your account is open, and we’ll activate it within 24 hours.</p>
<p>Didn’t open this account? Contact us.</p>
<p>${bankName}</p>`,
  }
}

/** Reports that five wrong PINs have locked transfers. */
export function pinLockedMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} PIN is locked`,
    html: html`<p>Dear ${name},</p>
<p>A wrong transaction PIN was entered five times in a row, so transfers are locked for 30 minutes.</p>
<p>If this wasn’t you, someone knows your password. Contact us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Reports a sign-in from a browser that the customer has not used before. */
export function newDeviceMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `A new device signed in to ${bankName}`,
    html: html`<p>Dear ${name},</p>
<p>Someone signed in to your account from a new browser.</p>
<p>If this wasn’t you, change your password in the settings, which signs out every other device, and contact us.</p>
<p>${bankName}</p>`,
  }
}

/** Carries the link to choose a new password, which is filled in when the mail is sent. */
export function resetLinkMail(
  bankName: string,
  { name, email }: Reader,
  { id, expiresAt }: { id: string; expiresAt: Date },
): Mail {
  return {
    recipient: email,
    subject: `Choose a new ${bankName} password`,
    html:
      html`<p>Dear ${name},</p>
<p>We received a request to reset your password. Choose a new one here within 15 minutes:</p>
` +
      `<p>${linkPlaceholder}</p>
` +
      html`<p>The link works once. If you didn’t request it, ignore this email: your password stays the same. We will never ask
you for this link.</p>
<p>${bankName}</p>`,
    expiresAt,
    passwordResetId: id,
  }
}

/** Says that no reset link is sent so soon after the e-mail was replaced. `from` is the formatted time from which it is. */
export function resetHeldMail(bankName: string, { name, email }: Reader, { from }: { from: string }): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} password cannot be reset yet`,
    html: html`<p>Dear ${name},</p>
<p>We received a request to reset your password. The email address of your account was changed recently, so you can reset
the password from ${from}. Please request it again then.</p>
<p>If you didn’t request it, ignore this email: your password stays the same.</p>
<p>${bankName}</p>`,
  }
}

/** Reports that a new password was chosen with a reset link. */
export function passwordResetMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} password was reset`,
    html: html`<p>Dear ${name},</p>
<p>Your password was reset with the link we sent to this address, and every device was signed out.</p>
<p>If this wasn’t you, someone has access to your mailbox. Contact us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Reports a changed password. */
export function passwordChangedMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} password was changed`,
    html: html`<p>Dear ${name},</p>
<p>Your password was changed, and every other device was signed out.</p>
<p>If this wasn’t you, contact us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Reports a changed transaction PIN. */
export function pinChangedMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} PIN was changed`,
    html: html`<p>Dear ${name},</p>
<p>Your transaction PIN was changed. Use the new PIN for transfers from now on.</p>
<p>If this wasn’t you, contact us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Reports the first transaction PIN of an account. */
export function pinSetMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} PIN was set`,
    html: html`<p>Dear ${name},</p>
<p>A transaction PIN was set for your account. You need it to send transfers.</p>
<p>If this wasn’t you, contact us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Forwards a message to the bank's support address. */
export function supportMail(
  recipient: string,
  {
    reference,
    email,
    subject,
    message,
  }: { reference: string; email: string; subject: string; message: string },
): Mail {
  return {
    recipient,
    subject: `Support ${reference}: ${subject}`,
    html: html`<p>From ${email}</p>
<p style="white-space: pre-wrap">${message}</p>`,
  }
}
