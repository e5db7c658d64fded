import { html } from './html.ts'
import type { Reader } from './letters.ts'
import type { Mail } from './outgoing-mail.ts'

/** Reports that two-factor was turned on. */
export function twoFactorOnMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Two-factor authentication is on at ${bankName}`,
    html: html`<p>Dear ${name},</p>
<p>Two-factor authentication is on: you now log in with your password and a code from your authenticator app.</p>
<p>Keep your recovery codes where you can find them without your phone.</p>
<p>If this wasn’t you, contact us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Reports that the customer turned two-factor off. */
export function twoFactorOffMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Two-factor authentication is off at ${bankName}`,
    html: html`<p>Dear ${name},</p>
<p>Two-factor authentication was turned off: you now log in with your password alone.</p>
<p>If this wasn’t you, change your password in the settings, which signs out every other device, and contact us.</p>
<p>${bankName}</p>`,
  }
}

/** Reports that the bank turned two-factor off for a customer who lost the authenticator. */
export function twoFactorResetMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Two-factor authentication was reset at ${bankName}`,
    html: html`<p>Dear ${name},</p>
<p>We turned two-factor authentication off for your account and signed out every device. You now log in with your password
alone. Your recovery codes no longer work.</p>
<p>Please log in and turn two-factor authentication on again in the settings.</p>
<p>If you didn’t ask for this, change your password and contact us at once.</p>
<p>${bankName}</p>`,
  }
}

/** Reports new recovery codes. */
export function recoveryCodesMadeMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `New ${bankName} recovery codes were made`,
    html: html`<p>Dear ${name},</p>
<p>Ten new recovery codes were made for your account. The earlier codes no longer work.</p>
<p>If this wasn’t you, change your password in the settings, which signs out every other device, and contact us.</p>
<p>${bankName}</p>`,
  }
}

/** Reports that a recovery code was used, to sign in or to confirm a change in the settings. */
export function recoveryCodeUsedMail(
  bankName: string,
  { name, email }: Reader,
  { usedFor, left }: { usedFor: 'sign-in' | 'confirmation'; left: number },
): Mail {
  const what = { 'sign-in': 'signed in to your account', confirmation: 'confirmed a change to your account' }[
    usedFor
  ]
  return {
    recipient: email,
    subject: `A recovery code was used at ${bankName}`,
    html: html`<p>Dear ${name},</p>
<p>Someone ${what} with your password and one of your recovery codes.</p>
<p>Recovery codes left: ${String(left)}. You can make new ones in the settings.</p>
<p>If this wasn’t you, change your password in the settings, which signs out every other device, and contact us.</p>
<p>${bankName}</p>`,
  }
}

/** Reports five wrong codes after the right password. */
export function codesBlockedMail(bankName: string, { name, email }: Reader): Mail {
  return {
    recipient: email,
    subject: `Wrong codes were entered for your ${bankName} account`,
    html: html`<p>Dear ${name},</p>
<p>Someone entered your password and then five wrong codes. They were not signed in, and nothing was changed.</p>
<p>If this wasn’t you, someone knows your password. Change it in the settings.</p>
<p>${bankName}</p>`,
  }
}
