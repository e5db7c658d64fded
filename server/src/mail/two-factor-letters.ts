import { buttons, ifNotYou, letter, type Reader } from './letter.ts'
import type { Mail } from './outgoing-mail.ts'

/** Reports that two-factor was turned on. */
export function twoFactorOnMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Two-factor authentication is on at ${bankName}`, {
    sentences: [
      'Two-factor authentication is on: you now log in with your password and a code from your authenticator app.',
      'Keep your recovery codes where you can find them without your phone.',
    ],
    button: buttons.freeze,
    advice: [ifNotYou.freeze],
  })
}

/** Reports that the customer turned two-factor off. */
export function twoFactorOffMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Two-factor authentication is off at ${bankName}`, {
    sentences: ['Two-factor authentication was turned off: you now log in with your password alone.'],
    button: buttons.password,
    advice: [ifNotYou.changePassword],
  })
}

/**
 * Reports that the bank turned two-factor off for a customer who lost the authenticator. With a `limit` in each currency, until the
 * formatted time `until`.
 */
export function twoFactorResetMail(
  bankName: string,
  reader: Reader,
  limited?: { limit: string; until: string },
): Mail {
  return letter(reader, `Two-factor authentication was reset at ${bankName}`, {
    sentences: [
      'We turned two-factor authentication off for your account and logged out every device. ' +
        'You now log in with your password alone. Your recovery codes no longer work.',
      'Please log in and turn two-factor authentication on again in the settings.',
      ...(limited ? [`Until ${limited.until} you can send up to ${limited.limit} in each currency.`] : []),
    ],
    button: buttons.settings,
    advice: ['If you didn’t ask for this, change your password and contact us immediately.'],
  })
}

/** Reports new recovery codes. */
export function recoveryCodesMadeMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `New ${bankName} recovery codes were made`, {
    sentences: ['Ten new recovery codes were made for your account. The earlier codes no longer work.'],
    button: buttons.password,
    advice: [ifNotYou.changePassword],
  })
}

/** Reports that a recovery code was used, to sign in or to confirm a change in the settings. */
export function recoveryCodeUsedMail(
  bankName: string,
  reader: Reader,
  { usedFor, left }: { usedFor: 'sign-in' | 'confirmation'; left: number },
): Mail {
  const what = { 'sign-in': 'logged in to your account', confirmation: 'confirmed a change to your account' }[
    usedFor
  ]
  return letter(reader, `A recovery code was used at ${bankName}`, {
    sentences: [
      `Someone ${what} with your password and one of your recovery codes.`,
      `Recovery codes left: ${left}. You can make new ones in the settings.`,
    ],
    button: buttons.password,
    advice: [ifNotYou.changePassword],
  })
}

/** Reports five wrong codes after the right password. */
export function codesBlockedMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Wrong codes were entered for your ${bankName} account`, {
    sentences: [
      'Someone entered your password and then five wrong codes. They were not logged in, and nothing was changed.',
    ],
    button: buttons.password,
    advice: ['If this wasn’t you, someone knows your password. Change it in the settings.'],
  })
}
