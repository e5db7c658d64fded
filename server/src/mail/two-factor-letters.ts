import { html } from './html.ts'
import type { Reader } from './letters.ts'
import type { Mail } from './outgoing-mail.ts'

/** Tells a customer that signing in asks for a code from here on. */
export function twoFactorOnMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Two-factor authentication is on at ${bankName}`,
    html: html`<p>Dear ${name},</p>
<p>from here on signing in asks for your password and for a code from your authenticator app.</p>
<p>Keep your recovery codes where you find them without your telephone.</p>
<p>Was it not you? Then please write to us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer that the password alone signs them in again. */
export function twoFactorOffMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Two-factor authentication is off at ${bankName}`,
    html: html`<p>Dear ${name},</p>
<p>two-factor authentication was turned off just now: your password alone signs you in again.</p>
<p>Was it not you? Then change your password in the settings, which signs every other device out, and write to us.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer that the bank has turned two-factor off for them, after they lost what they sign in with. */
export function twoFactorResetMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Two-factor authentication was reset at ${bankName}`,
    html: html`<p>Dear ${name},</p>
<p>the bank turned two-factor authentication off for your account just now and signed out every device. Your password alone
signs you in again. Your recovery codes no longer work.</p>
<p>Please sign in and turn two-factor authentication on again in the settings.</p>
<p>Did you not ask for this? Then change your password and write to us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer that their earlier recovery codes are worth nothing. */
export function recoveryCodesMadeMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `New ${bankName} recovery codes were made`,
    html: html`<p>Dear ${name},</p>
<p>ten new recovery codes were made for your account just now. The earlier ones no longer work.</p>
<p>Was it not you? Then change your password in the settings, which signs every other device out, and write to us.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer that one of their recovery codes was used, to sign in or to confirm a change in the settings. */
export function recoveryCodeUsedMail(
  bankName: string,
  { name, email }: Reader,
  { usedFor, left }: { usedFor: 'sign-in' | 'confirmation'; left: number },
): Mail {
  const what = { 'sign-in': 'signed in to your account', confirmation: 'confirmed a change of your account' }[
    usedFor
  ]
  return {
    recipient: email,
    subject: `A recovery code was used at ${bankName}`,
    html: html`<p>Dear ${name},</p>
<p>somebody ${what} just now with your password and one of your recovery codes.</p>
<p>Recovery codes that are left: ${String(left)}. You can make new ones in the settings.</p>
<p>Was it not you? Then change your password in the settings, which signs every other device out, and write to us.</p>
<p>${bankName}</p>`,
  }
}

/** Tells a customer that somebody knows their password and guesses at the code. */
export function codesBlockedMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Wrong codes were entered for your ${bankName} account`,
    html: html`<p>Dear ${name},</p>
<p>somebody entered your password and then five wrong codes. Nobody was signed in and nothing was changed.</p>
<p>Was it not you? Then somebody else knows your password: please change it in the settings.</p>
<p>${bankName}</p>`,
  }
}
