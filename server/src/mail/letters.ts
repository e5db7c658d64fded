import { html } from './html.ts'
import { linkPlace, type Mail } from './outgoing-mail.ts'

/** Whom a letter is for. */
export type Reader = { readonly name: string; readonly email: string }

/** Greets a new customer (specification §3, Welcome e-mail; the subject is §9's). */
export function welcomeMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Welcome to ${bankName}`,
    html: html`<p>Dear ${name},</p>
<p>welcome to ${bankName}. Your account has been opened and will be activated within 24 hours.</p>
<p>Did you not open an account? Then please write to us.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer that five wrong PINs have locked their transfers. */
export function pinLockedMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} PIN is locked`,
    html: html`<p>Dear ${name},</p>
<p>a wrong transaction PIN was entered five times in a row, so transfers are locked for 30 minutes.</p>
<p>Was it not you? Then somebody else knows your password: please write to us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer that somebody has signed in from a browser the bank has not seen them use. */
export function newDeviceMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `A new device signed in to ${bankName}`,
    html: html`<p>Dear ${name},</p>
<p>somebody signed in to your account just now, from a browser that had not been used for it before.</p>
<p>Was it not you? Then change your password in the settings, which signs every other device out, and write to us.</p>
<p>${bankName}</p>`,
  }
}

/** Brings a customer the link by which they choose a new password. It is written in as the mail is sent. */
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
<p>a new password was asked for with this e-mail. Choose one here, within 15 minutes:</p>
` +
      `<p>${linkPlace}</p>
` +
      html`<p>The link works once. Did you not ask for it? Then do nothing: your password stays as it is. Nobody from the bank
will ever ask you for this link.</p>
<p>${bankName}</p>`,
    worthUntil: expiresAt,
    passwordResetId: id,
  }
}

/** Tells a customer who forgot the password that no link is sent so soon after the email was replaced. `from` in words. */
export function resetHeldMail(bankName: string, { name, email }: Reader, { from }: { from: string }): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} password cannot be reset yet`,
    html: html`<p>Dear ${name},</p>
<p>a new password was asked for with this e-mail. The email address of your account was changed recently, so a new password can
be chosen from ${from}. Please ask again then.</p>
<p>Did you not ask for it? Then do nothing: your password stays as it is.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer that a new password was chosen with the link they were sent. */
export function passwordResetMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} password was reset`,
    html: html`<p>Dear ${name},</p>
<p>a new password was chosen just now with the link we sent to this e-mail, and every device was signed out.</p>
<p>Was it not you? Then somebody else reads your mail: please write to us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer that their password is another one now. */
export function passwordChangedMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} password was changed`,
    html: html`<p>Dear ${name},</p>
<p>your password was changed just now, and every other device was signed out.</p>
<p>Was it not you? Then please write to us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer that their transaction PIN is another one now. */
export function pinChangedMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} PIN was changed`,
    html: html`<p>Dear ${name},</p>
<p>your transaction PIN was changed just now. From here on transfers are sent with the new one.</p>
<p>Was it not you? Then please write to us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer that they have a transaction PIN from here on. */
export function pinSetMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Your ${bankName} PIN was set`,
    html: html`<p>Dear ${name},</p>
<p>a transaction PIN was set for your account just now. Transfers are sent with it.</p>
<p>Was it not you? Then please write to us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Brings what somebody wrote to the bank to its support address. */
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
